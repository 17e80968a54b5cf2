import type { settings as en } from '../en/settings.ts';
import type { Shape } from '../shape.ts';

export const settings: Shape<typeof en> = {
  title: 'Einstellungen',
  notSaved: 'Nicht gespeichert',
  sections: 'Bereiche der Einstellungen',
  close: 'Einstellungen schließen',
  back: 'Zurück',
  groups: {
    app: 'App',
    you: 'Du',
  },
};
