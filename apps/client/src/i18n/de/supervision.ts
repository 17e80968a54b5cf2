import type { supervision as en } from '../en/supervision.ts';
import type { Shape } from '../shape.ts';

export const supervision: Shape<typeof en> = {
  modes: { listen: 'Mithören', whisper: 'Flüstern', join: 'Mitreden' },
  modesOf: 'Wie du an diesem Gespräch teilnimmst',
  hints: {
    listen: 'Niemand hört dich.',
    whisper: 'Nur das Mitglied der Warteschlange hört dich.',
    join: 'Beide hören dich.',
    begins: 'Die Ansage läuft.',
    waits: 'Die beiden sprechen gerade nicht miteinander. Du hörst nichts.',
  },
  begins: '{{name}} hört gleich mit',
  listen: '{{name}} hört mit',
  whisper: 'Nur du kannst {{name}} hören',
  join: '{{name}} spricht mit',
  waits: '{{name}} hört wieder mit, sobald ihr beide sprecht',
  start: 'Mithören',
  startOf: 'Beim Gespräch von {{name}} mithören',
  end: 'Beenden',
  endOf: 'Beim Gespräch von {{name}} nicht mehr mithören',
  rings: 'Dein Telefon klingelt. Nimm ab, um mitzuhören.',
  failed: 'Mithören ist nicht möglich',
  notChanged: 'Das lässt sich nicht ändern',
  conflict:
    'Das Gespräch wird gehalten oder ist vorbei, jemand anders hört mit, oder keins deiner Telefone ist erreichbar.',
  forbidden: 'Deine Firma lässt dich bei diesen Gesprächen nicht mithören.',
};
