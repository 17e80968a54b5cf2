import { type TypedPerson, typedPerson } from '@sidetone/contract/entities/people-import.ts';
import type { AdminRights } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { expect, test } from 'vitest';
import { type CompanyNow, readPeople } from './read-people.ts';

const block = Array.from({ length: 90 }, (_none, at) => `+4930123456${at + 10}`);

const company: CompanyNow = {
  emails: new Map([
    ['tom@acme.example', 'here'],
    ['eve@other.example', 'elsewhere'],
  ]),
  extensions: new Map([['14', 'Tom Vale']]),
  isMeaningful: (extension) => extension === '112',
  numbers: new Map<string, string | null>([
    ['+49301234560', 'Service'],
    ...block.map((number) => [number, number.endsWith('14') ? 'Tom Vale' : null] as const),
  ]),
  queues: new Map([
    ['service', 'c-service'],
    ['service, north', 'c-north'],
    ['night duty', 'c-night'],
  ]),
  place: { country: 'DE', areaCode: '30' },
};

const row = (more: Partial<TypedPerson> = {}): TypedPerson =>
  typedPerson.parse({ firstName: 'Ole', lastName: 'Jacobsen', email: 'ole@acme.example', ...more });
const administrator: AdminRights = { admin: true, roles: [] };
const read = (rows: readonly TypedPerson[], numbersByExtension = false, rights = administrator) =>
  readPeople(rows, company, { numbersByExtension, locale: 'de', rights });
const problemsOf = (...rows: TypedPerson[]) =>
  read(rows).map((one) =>
    one.state === 'problem' ? one.problems.map(({ cell, problem }) => `${cell} ${problem}`) : one.state,
  );

test('a full row makes a person as it says', () => {
  const full = row({
    extension: '-23',
    number: '030 123456-23',
    queues: 'Service;  NIGHT duty',
    department: ' Workshop ',
    locale: 'Englisch',
    role: 'Administrator',
  });
  expect(read([full])).toEqual([
    {
      state: 'ready',
      person: expect.objectContaining({
        firstName: 'Ole',
        extension: '23',
        number: '+493012345623',
        channelIds: ['c-service', 'c-night'],
        department: 'Workshop',
        locale: 'en',
        admin: true,
        password: null,
      }),
    },
  ]);
});

test('a row names roles, several with commas between; nobody gives those that they do not have', () => {
  const roles = [row({ role: 'Warteschlangen, People' }), row({ email: 'b@acme.example', role: 'admin, queues' })];
  expect(read(roles)).toMatchObject([
    { person: { admin: false, roles: ['people', 'queues'] } },
    { person: { admin: true, roles: [] } },
  ]);
  expect(problemsOf(row({ role: 'queues, boss' }))).toEqual([['role roleUnknown']]);
  const byPeople = read([...roles, row({ email: 'c@acme.example', role: 'people' })], false, {
    admin: false,
    roles: ['people'],
  });
  expect(byPeople).toMatchObject([
    { problems: [{ cell: 'role', problem: 'roleNotYours' }] },
    { problems: [{ cell: 'role', problem: 'roleNotYours' }] },
    { person: { roles: ['people'] } },
  ]);
});

test('what a row leaves out is given: a free extension that no other row names, no number, no queue', () => {
  const rows = [row(), row({ email: 'b@acme.example', extension: '20' }), row({ email: 'c@acme.example' })];
  expect(read(rows)).toMatchObject([
    { person: { extension: '21', number: null, channelIds: [], department: null, locale: 'de', admin: false } },
    { person: { extension: '20' } },
    { person: { extension: '22' } },
  ]);
});

test('a queue whose name has a comma is found by it', () => {
  expect(read([row({ queues: 'Service, North' })])).toMatchObject([{ person: { channelIds: ['c-north'] } }]);
});

test('direct numbers follow the extensions; what the block does not have is none, and a taken one is left alone', () => {
  const rows = ['23', '105', '10'].map((extension) => row({ email: `${extension}@acme.example`, extension }));
  expect(read(rows, true)).toMatchObject([
    { person: { number: '+493012345623' } },
    { person: { number: null } },
    { person: { number: '+493012345610' } },
  ]);
  const named = row({ email: 'n@acme.example', extension: '30', number: '+49 30 123456 23' });
  expect(read([row({ extension: '23' }), named], true)).toMatchObject([
    { person: { number: null } },
    { person: { number: '+493012345623' } },
  ]);
});

test('each problem stands at its cell', () => {
  expect(problemsOf(row({ firstName: ' ', email: '' }))).toEqual([['firstName missing', 'email missing']]);
  expect(problemsOf(row({ email: 'ole@acme' }))).toEqual([['email notAnEmail']]);
  expect(problemsOf(row({ email: 'EVE@other.example' }))).toEqual([['email emailTaken']]);
  expect(problemsOf(row({ extension: '14' }))).toEqual([['extension extensionTaken']]);
  expect(problemsOf(row({ extension: '112' }))).toEqual([['extension extensionMeaning']]);
  expect(problemsOf(row({ extension: '0815' }))).toEqual([['extension notAnExtension']]);
  expect(problemsOf(row({ number: 'by the door' }))).toEqual([['number notANumber']]);
  expect(problemsOf(row({ number: '030 999999' }))).toEqual([['number numberUnknown']]);
  expect(problemsOf(row({ number: '030 123456 0' }))).toEqual([['number numberTaken']]);
  expect(problemsOf(row({ queues: 'Service, Suport' }))).toEqual([['queues queueUnknown']]);
  expect(problemsOf(row({ locale: 'Klingon' }))).toEqual([['locale localeUnknown']]);
  expect(problemsOf(row({ role: 'constructor' }))).toEqual([['role roleUnknown']]);
});

test('a taken extension comes with whose it is and the next free one', () => {
  const [found] = read([row({ extension: '14' })]);
  expect(found).toMatchObject({ problems: [{ detail: 'Tom Vale', suggestion: '20' }] });
});

test('formulas and names that turn their direction are nobody’s', () => {
  for (const firstName of ["=cmd|' /C calc'!A0", '@SUM(A1)', '+1', "'-1", '＝1']) {
    expect(problemsOf(row({ firstName })), firstName).toEqual([['firstName formula']]);
  }
  expect(problemsOf(row({ lastName: 'Ja\u202esen' }))).toEqual([['lastName notAName']]);
  expect(problemsOf(row({ department: '=HYPERLINK("http://evil.example")' }))).toEqual([['department formula']]);
  expect(problemsOf(row({ firstName: 'محمد', lastName: 'O’Hara-Søby' }))).toEqual(['ready']);
});

test('of rows that say the same, the first is good; people who are here already are left alone and take nothing', () => {
  const twice = row({ extension: '33', number: '030 123456 33' });
  expect(problemsOf(twice, { ...twice, email: 'OLE@acme.example' })).toEqual([
    'ready',
    ['email emailTwice', 'extension extensionTwice', 'number numberTwice'],
  ]);
  expect(problemsOf(row({ email: 'Tom@acme.example', extension: '14' }), row())).toEqual(['here', 'ready']);
});

test('rows with a problem are given nothing, so that the others get the same with and without them', () => {
  const wrong = [row({ email: 'no' }), row({ email: 'x@acme.example', extension: '20', role: 'boss' })];
  const right = [row(), row({ email: 'b@acme.example' })];
  const alone = read(right, true);
  expect(read([...wrong, ...right], true).slice(2)).toEqual(alone);
  expect(alone).toMatchObject([
    { person: { extension: '20', number: '+493012345620' } },
    { person: { extension: '21' } },
  ]);
});
