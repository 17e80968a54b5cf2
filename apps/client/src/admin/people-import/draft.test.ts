import { mostImportedPeople } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import { draftOf, rowsOf, withHeading } from './draft.ts';

const opened = (text: string) => {
  const draft = draftOf(null, text);
  if ('problem' in draft) throw new Error(draft.problem);
  return draft;
};
const people = (text: string) =>
  rowsOf(opened(text)).map(({ person: { firstName, lastName, email } }) => [firstName, lastName, email]);
const list = (count: number, heading = '') =>
  heading + Array.from({ length: count }, (_none, at) => `Ada;Nummer;a${at}@acme.example`).join('\n');
const headed = 'Vorname;Nachname;E-Mail\n';

test('a list has as many people as an import may have, with a heading or without', () => {
  for (const heading of ['', headed]) {
    expect(rowsOf(opened(list(mostImportedPeople, heading)))).toHaveLength(mostImportedPeople);
    expect(draftOf(null, list(mostImportedPeople + 1, heading))).toEqual({ problem: 'tooMany' });
  }
});

test('a heading that is read as a person counts as one', () => {
  const draft = opened(list(mostImportedPeople, headed));
  expect(withHeading(draft, false)).toEqual({ problem: 'tooMany' });
  expect(withHeading(opened(list(3, headed)), false)).toMatchObject({ isHeaded: false });
});

test('lines without cells are names and addresses, without the heading above them', () => {
  const lines = 'Ada Lovelace <ada@acme.example>\ngrace.hopper@acme.example';
  const both = [
    ['Ada', 'Lovelace', 'ada@acme.example'],
    ['Grace', 'Hopper', 'grace.hopper@acme.example'],
  ];
  expect(people(lines)).toEqual(both);
  expect(people(`E-Mail\n${lines}`)).toEqual(both);
  // A person whose address is missing is no heading.
  expect(people(`Alan Turing\n${lines}`)).toEqual([['', '', 'Alan Turing'], ...both]);
});
