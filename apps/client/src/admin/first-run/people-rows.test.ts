import { expect, test } from 'vitest';
import { type Invitee, invitees, leftRow, lineOf, mergePeople, type PeopleRow, problemOf } from './people-rows.ts';

const nobodyHas = () => false;
const block = Array.from({ length: 100 }, (_, at) => ({
  id: `+494066969${String(at).padStart(2, '0')}`,
  channelId: null,
  menuId: null,
}));
const correct = (rows: PeopleRow[], at: number, corrected: PeopleRow['corrected']) =>
  rows.map((row, place) => (place === at ? { ...row, corrected } : row));
const everybody = { numbers: block, isTaken: nobodyHas, first: null, proposes: true };
const person = (more: Partial<Invitee>): Invitee => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  admin: false,
  extension: '20',
  number: null,
  ...more,
});

test('corrections stay when the user types in the box again', () => {
  const first = mergePeople([], 'a.lovelace@example.org\ng.hopper@example.org');
  const corrected = correct(first, 0, { firstName: 'Ada', extension: '31', number: null });
  const more = mergePeople(corrected, 'a.lovelace@example.org\ng.hopper@example.org\nk.johnson@exa');
  expect(more[0]?.corrected).toEqual({ firstName: 'Ada', extension: '31', number: null });
  expect(more[2]).toMatchObject({ pasted: { email: 'k.johnson@exa' }, corrected: {} });
});

test('corrections stay with their person when a line comes before them, and while their own address is typed', () => {
  const corrected = correct(mergePeople([], 'a.lovelace@example.org'), 0, { admin: true });
  const moved = mergePeople(corrected, 'g.hopper@example.org\na.lovelace@example.org');
  expect(moved.map(({ corrected }) => corrected)).toEqual([{}, { admin: true }]);
  expect(mergePeople(corrected, 'a.lovelace@example.com')[0]?.corrected).toEqual({ admin: true });
});

test('a person who was removed from the list stays removed, and a line that is gone has no row', () => {
  const rows = mergePeople([], 'a@example.org\nb@example.org').map((row, at) => ({ ...row, isLeftOut: at === 0 }));
  expect(mergePeople(rows, 'a@example.org\nb@example.org\nc@example.org').map(({ isLeftOut }) => isLeftOut)).toEqual([
    true,
    false,
    false,
  ]);
  expect(mergePeople(rows, 'b@example.org')).toHaveLength(1);
});

test('extensions count up past those that are typed, and numbers follow them', () => {
  const rows = correct(mergePeople([], 'a@example.org\nb@example.org\nc@example.org'), 0, { extension: '20' });
  const { people } = invitees(rows, everybody);
  expect(people.map(({ extension, number }) => [extension, number])).toEqual([
    ['20', '+49406696920'],
    ['21', '+49406696921'],
    ['22', '+49406696922'],
  ]);
});

test('the administrator gets a number as well, and without proposals only chosen ones are given', () => {
  const rows = correct(mergePeople([], 'a@example.org\nb@example.org'), 1, { number: '+49406696977' });
  const first = { extension: '20' };
  const isTaken = (extension: string) => extension === '20';
  const given = invitees(rows, { ...everybody, isTaken, first });
  expect([given.first, ...given.people.map(({ number }) => number)]).toEqual([
    '+49406696920',
    '+49406696921',
    '+49406696977',
  ]);
  const none = invitees(rows, { ...everybody, isTaken, first, proposes: false });
  expect([none.first, ...none.people.map(({ number }) => number)]).toEqual([null, null, '+49406696977']);
});

test.each([
  ['a name is missing', person({ lastName: '' }), 'incomplete'],
  ['the address is none', person({ email: 'ada@example' }), 'incomplete'],
  ['the address is on the list above', person({ email: 'Grace@example.org' }), 'sameTwice'],
  ['the extension is no number', person({ extension: '0x' }), 'extensionWrong'],
  ['the extension is on the list above', person({ extension: '44' }), 'extensionTaken'],
  ['the extension is taken in the company', person({ extension: '99' }), 'extensionTaken'],
  ['all is well', person({}), null],
] as const)('%s', (_, who, problem) => {
  const grace = person({ firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', extension: '44' });
  expect(problemOf([grace, who], 1, (extension) => extension === '99')).toBe(problem);
});

test('a person who could not be invited is written back as a line that reads the same', () => {
  const who = person({});
  expect(mergePeople([], lineOf(who))[0]?.pasted).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
  });
});

const table =
  'Extension\tLast name\tFirst name\tEmail\n31\tLovelace\tAda\tada@example.org\n\tHopper\tGrace\tgrace@example.org';

test('a pasted table is read by its headings, which are nobody, and its extensions are used', () => {
  const { people } = invitees(mergePeople([], table), everybody);
  expect(people).toMatchObject([
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', extension: '31', number: '+49406696931' },
    { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', extension: '20' },
  ]);
});

test('a column of extensions needs no heading, and people without an address stay', () => {
  const rows = mergePeople(
    [],
    'Ada\tLovelace\tada@example.org\t31\nGrace\tHopper\t\t-32\nAlan\tTuring\ta@example.org\t33',
  );
  expect(rows.map(({ pasted }) => pasted)).toEqual([
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', extension: '31' },
    { firstName: 'Grace', lastName: 'Hopper', email: 'Grace Hopper', extension: '32' },
    { firstName: 'Alan', lastName: 'Turing', email: 'a@example.org', extension: '33' },
  ]);
});

test('a person who could not be invited keeps the extension of the table', () => {
  const [ada] = mergePeople([], table);
  if (!ada) throw new Error('no row');
  const left = leftRow(ada, person({ extension: '31' }), 'no');
  const again = mergePeople([left], lineOf(left.pasted));
  expect(invitees(again, everybody).people).toMatchObject([{ lastName: 'Lovelace', extension: '31' }]);
});
