import { expect, test } from 'vitest';
import { findPasted, tickedAfter } from './find-pasted.ts';

const people = [
  { id: 'ada', name: 'Ada Lovelace', knownBy: ['ada@tv.example', '11'] },
  { id: 'ben', name: 'Ben van Dyk', knownBy: ['ben@tv.example', '12'] },
  { id: 'ben2', name: 'Ben Vale', knownBy: ['vale@tv.example', '13'] },
  { id: 'zoe', name: 'Zoë Müller', knownBy: [] },
  { id: 'zoe2', name: 'Zoë Müller', knownBy: ['zoe@tv.example'] },
];

test.each([
  ['Ada Lovelace', ['ada']],
  ['  ada   LOVELACE ', ['ada']],
  ['Lovelace, Ada', ['ada']],
  ['Dyk, Ben van', ['ben']],
  ['ada@tv.example\r\n13', ['ada', 'ben2']],
  ['Ada Lovelace <ada@tv.example>', ['ada']],
  ['Ada;Lovelace;11', ['ada']],
  ['12\tBen van Dyk\tSales', ['ben']],
  ['11\n11\nAda Lovelace', ['ada']],
  ['Zoë Müller <zoe@tv.example>', ['zoe2']],
  ['', []],
])('%j names %j', (text, ids) => {
  expect(findPasted(text, people)).toEqual({ ids, unknown: [] });
});

test('lines that name nobody, two users of one name, or two users, are said', () => {
  const lines = ['Carl Nobody', 'Zoë Müller', '11;12'];
  expect(findPasted(`${lines.join('\n')}\n13`, people)).toEqual({ ids: ['ben2'], unknown: lines });
});

test('who was meant only while a line was typed is not ticked in the end', () => {
  const at = (text: string) => findPasted(text, [...people, { id: 'cleo', name: 'Cleo Park', knownBy: ['112'] }]).ids;
  let [ticked, before] = [['zoe'], at('')];
  for (const text of ['1', '11', '112', '112\n', '112\n1', '112\n13']) {
    ticked = tickedAfter(ticked, before, at(text));
    before = at(text);
  }
  expect(ticked).toEqual(['zoe', 'cleo', 'ben2']);
});

test('who was pasted and then unticked by hand stays unticked', () => {
  expect(tickedAfter(['ben'], ['ada', 'ben'], ['ada', 'ben', 'zoe'])).toEqual(['ben', 'zoe']);
});
