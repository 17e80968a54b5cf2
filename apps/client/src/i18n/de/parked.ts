import type { parked as en } from '../en/parked.ts';
import type { Shape } from '../shape.ts';

export const parked: Shape<typeof en> = {
  title: 'Geparkte Anrufe',
  place: 'Platz',
  take: 'Holen',
  takeNamed: 'Anruf von {{name}} holen',
  busy: 'Beende erst deinen Anruf',
  park: 'Anruf parken',
  parkHelp: 'Dort läuft Musik, und alle in der Firma können den Anruf holen',
  there: 'die geparkten Anrufe',
};
