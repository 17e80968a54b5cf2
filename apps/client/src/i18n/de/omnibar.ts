import type { omnibar as en } from '../en/omnibar.ts';
import type { Shape } from '../shape.ts';

export const omnibar: Shape<typeof en> = {
  title: 'Suchen oder wählen',
  placeholder: 'Name oder Nummer',
  scope: 'Wo suchen',
  scopes: { all: 'Alle', contacts: 'Kontakte', team: 'Team' },
  results: 'Treffer',
  colleagues: 'Team',
  contacts: 'Kontakte',
  partOf: '{{shown}} von {{total}}',
  call: 'Anrufen',
  callNumber: '{{number}} anrufen',
  echoTest: 'Echo-Test: Du hörst dich selbst',
  resultsCount_one: '{{count}} Treffer',
  resultsCount_other: '{{count}} Treffer',
  hint: { call: 'anrufen', clear: 'leeren', close: 'schließen' },
  noMatch: 'Niemand passt zu „{{text}}“.',
  noContactMatch: 'Kein Kontakt passt zu „{{text}}“.',
  noTeamMatch: 'Niemand im Team passt zu „{{text}}“.',
  ownNumber: 'Das ist deine eigene Nummer.',
  notDialable: 'Das ist keine vollständige Rufnummer.',
  noNumber: 'ohne Nummer',
  failed: 'Die Suche ging nicht. Das Team steht trotzdem hier.',
};
