import { contact } from '@sidetone/contract/entities/contact.ts';
import { colleague } from '@sidetone/contract/entities/webuser.ts';
import { expect, test } from 'vitest';
import { dialledBy, resultsOf, rowsOf, type SearchInput, shownContacts } from './results.ts';

const person = (id: string, firstName: string, extension: string | null) =>
  colleague.parse({ id, firstName, lastName: 'Test', email: `${id}@a.example`, extension, number: null });
const entry = (id: string, ...e164s: string[]) =>
  contact.parse({
    id,
    source: 'local',
    name: `Contact ${id}`,
    phoneNumbers: e164s.map((e164, place) => ({ id: `${place}`, type: 'work', label: '', localized: e164, e164 })),
  });

const search = (text: string, more: Partial<SearchInput> = {}) =>
  resultsOf({
    type: 'call',
    text,
    scope: 'all',
    colleagues: [person('w1', 'Anna', '21'), person('w2', 'Annika', '22'), person('wme', 'Anton', '10')],
    ownId: 'wme',
    ownNumbers: ['10', '+4940123456'],
    contacts: [],
    place: { country: 'DE', areaCode: '40' },
    opened: null,
    ...more,
  });
const keys = (results: ReturnType<typeof search>) => rowsOf(results).map((row) => row.key);

test('nothing typed lists nothing', () => {
  expect(search('  ')).toEqual({ groups: [], problem: null });
});

test('who is asked into a call is sought among colleagues before a letter is typed, the reachable first', () => {
  const free = { ...person('w4', 'Zoe', '24'), neoPbxStatus: 'ONLINE' as const };
  const busy = { ...person('w3', 'Ada', '23'), neoPbxStatus: 'IN_CALL' as const };
  const people = { colleagues: [busy, free, person('wme', 'Anton', '10')] };
  expect(keys(search('', { type: 'addParticipant', scope: 'team', ...people }))).toEqual(['w4', 'w3']);
  expect(keys(search('', { type: 'addParticipant', scope: 'contacts', ...people }))).toEqual([]);
});

test('colleagues are found by name and extension, never oneself', () => {
  expect(keys(search('ann'))).toEqual(['w1', 'w2']);
  expect(keys(search('anton'))).toEqual([]);
});

test('who can talk now comes first', () => {
  const busy = { ...person('w3', 'Annabel', '23'), neoPbxStatus: 'IN_CALL' as const };
  const free = { ...person('w4', 'Annette', '24'), neoPbxStatus: 'ONLINE' as const };
  expect(keys(search('ann', { colleagues: [busy, free] }))).toEqual(['w4', 'w3']);
});

test('a typed number comes first and dials its E.164 form', () => {
  const [first] = rowsOf(search('040 66969-41'));
  expect(first).toMatchObject({ kind: 'typed', number: '+49406696941' });
});

test.each(['*43', '21', '112', '*21*040123#'])('%s can be dialled as it is', (typed) => {
  const [first] = rowsOf(search(typed));
  expect(first && dialledBy(first)).toBe(typed);
});

test('a typed extension names the colleague', () => {
  const [first] = rowsOf(search('21'));
  expect(first).toMatchObject({ kind: 'typed', person: { firstName: 'Anna' } });
});

test.each(['10', '040 123456'])('the own number %s is said, not dialled', (typed) => {
  const results = search(typed);
  expect(results.problem).toBe('ownNumber');
  expect(rowsOf(results).some((row) => row.kind === 'typed')).toBe(false);
});

test('what reads like a number but cannot be one is said', () => {
  expect(search('+').problem).toBe('notDialable');
  expect(search('+49 1').problem).toBe('notDialable');
  expect(search('Anna').problem).toBeNull();
});

test('the first contact with several numbers shows them, others when they are opened', () => {
  const contacts = [
    entry('a', '+4930111111'),
    entry('b', '+4930222222', '+4930333333'),
    entry('c', '+4930444444', '+4930555555'),
  ];
  expect(keys(search('contact', { contacts }))).toEqual(['a', 'b', 'b 0', 'b 1', 'c']);
  expect(keys(search('contact', { contacts, opened: 'c' }))).toEqual(['a', 'b', 'c', 'c 0', 'c 1']);
});

test('a contact dials its only number; with several a number must be chosen', () => {
  const contacts = [entry('a', '+4930111111'), entry('b', '+4930222222', '+4930333333'), entry('none')];
  expect(rowsOf(search('contact', { contacts })).map(dialledBy)).toEqual([
    '+4930111111',
    null,
    '+4930222222',
    '+4930333333',
    null,
  ]);
});

test('more contacts than fit say how many there are', () => {
  const contacts = Array.from({ length: 25 }, (_, place) => entry(`k${place}`, '+4930111111'));
  const group = search('contact', { contacts }).groups.find((each) => each.name === 'contacts');
  expect(group?.outOf).toBe(25);
  expect(group?.rows).toHaveLength(shownContacts);
});

test('a scope leaves the others out', () => {
  const contacts = [entry('anna', '+4930111111')];
  expect(keys(search('ann', { scope: 'team', contacts }))).toEqual(['w1', 'w2']);
  expect(keys(search('ann', { scope: 'contacts', contacts }))).toEqual(['anna']);
});
