import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { contact } from '@sidetone/contract/entities/contact.ts';
import { colleague } from '@sidetone/contract/entities/webuser.ts';
import { searchTypes } from '@sidetone/contract/rules/defaults.ts';
import { shownSearchResults } from '@sidetone/contract/rules/limits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowByKey } from './active-row.ts';
import { resultsOf, rowsOf, type SearchInput, unaskedRow } from './results.ts';
import { dialledBy } from './rows.ts';

const e164 = fc.integer({ min: 10_000_000, max: 99_999_999 }).map((digits) => `+4930${digits}`);
const name = fc.constantFrom('Anna', 'Änne', 'Birk Feldkamp', 'Keïta', 'O’Neil & Co', '张伟', '  ');

/** As a user wrote it: not every number has an E.164 form. */
const written = fc.oneof(
  { weight: 3, arbitrary: e164.map((number) => ({ localized: number, e164: number })) },
  fc.constantFrom('040 12', '23', '112').map((localized) => ({ localized, e164: null })),
);

const people = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc
        .record({ name, numbers: fc.array(written, { maxLength: 3 }), email: fc.boolean(), readonly: fc.boolean() })
        .map(({ name, numbers, email, readonly }) =>
          contact.parse({
            id: `c${id}`,
            source: 'SIDETONE',
            integrationId: 'own',
            name,
            readonly,
            email: email ? `c${id}@x.example` : null,
            phoneNumbers: numbers.map((number, at) => ({
              id: `${at}`,
              type: 'work',
              label: '',
              ...number,
            })),
          }),
        ),
    ),
  ),
);
const team = fc.uniqueArray(fc.integer({ min: 10, max: 40 }), { maxLength: 12 }).chain((extensions) =>
  fc.tuple(
    ...extensions.map((extension) =>
      fc.record({ name, number: fc.option(e164) }).map(({ name, number }) =>
        colleague.parse({
          id: `w${extension}`,
          firstName: name,
          lastName: 'Test',
          email: `w${extension}@a.example`,
          extension: String(extension),
          number,
        }),
      ),
    ),
  ),
);

const sharedChannel = (extension: string) =>
  phoneQueries.channels.row.parse({
    id: `s${extension}`,
    name: `Anna’s queue ${extension}`,
    type: 'acd',
    channelType: 'shared',
    followUpTime: 0,
    extension,
    rev: 1,
  });

const somebody = {
  organization: null,
  avatarType: 'contact' as const,
  isTeam: false,
  contactId: null,
  userId: null,
};

const input: fc.Arbitrary<SearchInput> = fc
  .record({
    type: fc.constantFrom(...searchTypes),
    text: fc.oneof(fc.string({ maxLength: 12 }), name, e164, fc.constantFrom('112', '*43', '12', '+', 'a')),
    scope: fc.constantFrom('all' as const, 'contacts' as const, 'team' as const),
    colleagues: team,
    shared: fc.uniqueArray(fc.constantFrom('20', '30', '47'), { maxLength: 3 }).map((all) => all.map(sharedChannel)),
    contacts: people,
    total: fc.constantFrom(null, 3, 57),
    dialObstacle: fc.constantFrom(null, 'offline' as const, 'callsFull' as const),
    mayWrite: fc.boolean(),
    mayPark: fc.boolean(),
    kept: fc.integer({ min: 0, max: 5 }),
    number: e164,
    opened: fc.constantFrom(null, '', 'c1', 'w10'),
    way: fc.constantFrom('ask' as const, 'handOver' as const, 'voicemail' as const),
  })
  .map(({ kept, number, ...more }) => ({
    ...more,
    favorites: more.contacts.slice(0, kept),
    dialled: more.contacts.slice(0, kept).map(({ name, phoneNumbers }) => ({
      number: phoneNumbers[0]?.e164 ?? '+4930',
      remote: { ...somebody, name },
    })),
    numberToAdd: more.type === 'addPhoneNumber' ? number : null,
    ownId: 'w10',
    ownNumbers: ['10', '+4930999'],
    place: { country: 'DE', areaCode: '30' },
    books: new Map([['own', { mostNumbers: 2, canUpdate: true }]]),
  }));

const always = (says: (given: SearchInput) => void) => fc.assert(fc.property(input, says), { numRuns: 150 });

test('no line is listed twice, and no group is empty', () => {
  always((given) => {
    const results = resultsOf(given);
    const keys = rowsOf(results).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const group of results.groups) expect(group.rows.length).toBeGreaterThan(0);
  });
});

test('groups keep their order, and favorites are before everybody else', () => {
  const order = ['typed', 'favorites', 'team', 'channels', 'contacts', 'alsoTeam', 'actions'];
  always((given) => {
    const names = resultsOf(given).groups.map(({ name }) => name);
    if (given.type === 'addPhoneNumber') expect(names.includes('actions')).toBe(false);
    else expect([...names].sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(names);
  });
});

test('the default line can be chosen, and is never a favorite unless the user typed', () => {
  always((given) => {
    const results = resultsOf(given);
    const key = unaskedRow(results, given, false);
    const row = rowsOf(results).find((each) => each.key === key);
    expect(row === undefined ? null : row.obstacle).toBeNull();
    if (given.text.trim() === '' && given.type !== 'addParticipant') expect(key).toBeNull();
  });
});

test('users cannot call themselves, nor anybody but emergency numbers while calls cannot be started', () => {
  always((given) => {
    for (const row of rowsOf(resultsOf(given))) {
      if (row.obstacle !== null) continue;
      const number = dialledBy(row);
      if (number === null) continue;
      expect(given.ownNumbers).not.toContain(number);
      if (given.dialObstacle !== null) expect(number).toBe('112');
    }
  });
});

test('only complete numbers of a contact are dialled, and emergency numbers', () => {
  always((given) => {
    for (const row of rowsOf(resultsOf(given))) {
      if (row.obstacle !== null || (row.kind !== 'number' && row.kind !== 'contact')) continue;
      const number = dialledBy(row);
      if (number !== null && number !== '112') expect(number).toMatch(/^\+/);
    }
  });
});

test('users who may not write contacts can neither create one nor add to one', () => {
  always((given) => {
    if (given.mayWrite) return;
    for (const row of rowsOf(resultsOf(given))) {
      if (row.kind === 'create' || row.kind === 'addNumber' || row.kind === 'target')
        expect(row.obstacle).not.toBeNull();
    }
  });
});

test('a number is not added to a contact that cannot take it', () => {
  always((given) => {
    for (const row of rowsOf(resultsOf(given))) {
      if (row.kind !== 'target' || row.obstacle !== null) continue;
      expect(row.contact.readonly || row.contact.isTeam).toBe(false);
      expect(row.contact.phoneNumbers.length).toBeLessThan(2);
      expect(row.contact.phoneNumbers.map((each) => each.e164)).not.toContain(given.numberToAdd);
    }
  });
});

test('the number of contacts shown is limited, and where there are more it is said', () => {
  always((given) => {
    for (const group of resultsOf(given).groups) {
      const heads = group.rows.filter(({ kind }) => kind === 'contact' || kind === 'target').length;
      if (group.name === 'contacts') expect(heads).toBeLessThanOrEqual(shownSearchResults);
      if (group.more) expect(given.contacts.length).toBeGreaterThan(shownSearchResults);
    }
  });
});

test('every line is reached by going down, and coming back up undoes it', () => {
  always((given) => {
    const keys = rowsOf(resultsOf(given)).map(({ key }) => key);
    let at: string | null = null;
    const seen = new Set<string>();
    for (const _ of keys) {
      const before = at;
      at = rowByKey('ArrowDown', keys, at);
      if (at !== null) seen.add(at);
      if (before !== null) expect(rowByKey('ArrowUp', keys, at)).toBe(before);
    }
    expect(seen.size).toBe(keys.length);
  });
});
