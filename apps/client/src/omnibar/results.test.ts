import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type Contact, contact } from '@sidetone/contract/entities/contact.ts';
import { colleague } from '@sidetone/contract/entities/webuser.ts';
import { shownSearchResults } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import { dialledLast } from './dialled-last.ts';
import { newContact, resultsOf, rowsOf, type SearchInput, scopeOf, unaskedRow } from './results.ts';
import { dialledBy } from './rows.ts';

const person = (id: string, firstName: string, extension: string | null, number: string | null = null) =>
  colleague.parse({ id, firstName, lastName: 'Test', email: `${id}@a.example`, extension, number });
const entry = (id: string, ...e164s: string[]): Contact =>
  contact.parse({
    id,
    source: 'SIDETONE',
    integrationId: 'own',
    name: `Contact ${id}`,
    phoneNumbers: e164s.map((e164, place) => ({ id: `${place}`, type: 'work', label: '', localized: e164, e164 })),
  });

const asked = (text: string, more: Partial<SearchInput> = {}): SearchInput => ({
  type: 'default',
  text,
  scope: 'all',
  numberToAdd: null,
  colleagues: [person('w1', 'Anna', '21'), person('w2', 'Annika', '22'), person('wme', 'Anton', '10')],
  shared: [],
  favorites: [],
  dialled: [],
  way: 'ask',
  mayPark: false,
  ownId: 'wme',
  ownNumbers: ['10', '+4940123456'],
  contacts: [],
  total: null,
  place: { country: 'DE', areaCode: '40' },
  dialObstacle: null,
  mayWrite: true,
  books: new Map([['own', { mostNumbers: 3, canUpdate: true }]]),
  opened: null,
  ...more,
});
const search = (text: string, more?: Partial<SearchInput>) => resultsOf(asked(text, more));
const rows = (text: string, more?: Partial<SearchInput>) => rowsOf(search(text, more));
const keys = (text: string, more?: Partial<SearchInput>) => rows(text, more).map(({ key }) => key);
const unasked = (text: string, more?: Partial<SearchInput>, pending = false) =>
  unaskedRow(search(text, more), asked(text, more), pending);

test('an empty field lists only the favorites, and Enter calls none of them', () => {
  expect(keys('  ')).toEqual([]);
  const favorites = [entry('1', '+49401'), { ...entry('w1', '21'), isTeam: true }];
  expect(keys('', { favorites })).toEqual(['1', 'w1']);
  expect(unasked('', { favorites })).toBeNull();
  expect(keys('', { favorites, scope: 'team' })).toEqual(['w1']);
  expect(keys('', { favorites, scope: 'contacts' })).toEqual(['1']);
});

test('a person to add to a call is searched for among colleagues before a letter is typed, reachable ones first', () => {
  const free = { ...person('w4', 'Zoe', '24'), neoPbxStatus: 'ONLINE' as const };
  const busy = { ...person('w3', 'Ada', '23'), neoPbxStatus: 'IN_CALL' as const };
  const people = { type: 'addParticipant', colleagues: [busy, free, person('wme', 'Anton', '10')] } as const;
  expect(keys('', { scope: 'team', ...people })).toEqual(['w4', 'w3']);
  expect(unasked('', { scope: 'team', ...people })).toBe('w4');
  expect(keys('', { scope: 'contacts', ...people })).toEqual([]);
});

test('a search for a participant is within the team until the user types, unless a scope was chosen', () => {
  expect(scopeOf('addParticipant', ' ', null)).toBe('team');
  expect(scopeOf('addParticipant', 'a', null)).toBe('all');
  expect(scopeOf('addParticipant', 'a', 'team')).toBe('team');
  expect(scopeOf('default', '', null)).toBe('all');
});

test('favorites come first, and nobody is listed twice', () => {
  const favorites = [
    { ...entry('w2', '22'), name: 'Annika Test', isTeam: true },
    { ...entry('1', '+49401'), name: 'Ann' },
  ];
  const found = keys('ann', { favorites, contacts: [entry('1', '+49401'), entry('2', '+49402')] });
  expect(found).toEqual(['w2', '1', 'w1', '2', 'create']);
});

test('colleagues are found by name and extension, but not the user themselves', () => {
  expect(keys('ann')).toEqual(['w1', 'w2', 'create']);
  expect(keys('anton')).toEqual(['create', 'addNumber']);
});

test('colleagues who can talk now come first', () => {
  const busy = { ...person('w3', 'Annabel', '23'), neoPbxStatus: 'IN_CALL' as const };
  const free = { ...person('w4', 'Annette', '24'), neoPbxStatus: 'ONLINE' as const };
  expect(keys('ann', { colleagues: [busy, free] })).toEqual(['w4', 'w3', 'create']);
});

test('a typed number comes first, dials its E.164 form, and can be kept', () => {
  const [first, ...more] = rows('040 66969-41');
  expect(first).toMatchObject({ kind: 'typed', number: '+49406696941', obstacle: null });
  expect(more).toMatchObject([
    { kind: 'create', number: '+49406696941', obstacle: null },
    { kind: 'addNumber', number: '+49406696941', obstacle: null },
  ]);
});

test('a code is not offered for a participant, and a hash after one of ours is nothing', () => {
  expect(rows('*43', { type: 'addParticipant' })[0]).toMatchObject({ kind: 'typed', obstacle: 'notDialable' });
  expect(rows('21', { type: 'addParticipant' })[0]).toMatchObject({ kind: 'typed', obstacle: null });
  expect(rows('*43#')[0]).toMatchObject({ kind: 'typed', number: '*43', obstacle: null });
  expect(rows('00')[0]).toMatchObject({ kind: 'typed', obstacle: 'notDialable' });
});

test.each(['*43', '21', '112', '*21*040123#'])('%s can be dialled as it is', (typed) => {
  const [first] = rows(typed);
  expect(first && dialledBy(first)).toBe(typed);
});

const queue = (name: string, extension: string | null, ...e164s: string[]) =>
  phoneQueries.channels.row.parse({
    id: `channel-${name}`,
    name,
    type: 'acd',
    channelType: 'shared',
    phoneNumbers: e164s.map((phoneNumber) => ({ phoneNumber })),
    followUpTime: 0,
    extension,
    rev: 1,
  });

test('a shared channel is found by its name, and called by its extension, else by its number', () => {
  const shared = [queue('Service', '20', '+4940100'), queue('Kundendienst', null, '+4940200'), queue('Nowhere', null)];
  const named = (text: string, more = {}) => rows(text, { shared, ...more }).filter(({ kind }) => kind === 'channel');
  expect(named('serv').map((row) => [dialledBy(row), row.obstacle])).toEqual([['20', null]]);
  expect(unasked('serv', { shared })).toBe('channel channel-Service');
  expect(named('kund').map(dialledBy)).toEqual(['+4940200']);
  expect(named('nowhere')).toMatchObject([{ number: null, obstacle: 'noNumber' }]);
  expect(named('serv', { dialObstacle: 'offline' })).toMatchObject([{ obstacle: 'offline' }]);
  expect(named('serv', { scope: 'contacts' })).toEqual([]);
  expect(named('serv', { type: 'addParticipant' }).map(dialledBy)).toEqual(['20']);
  expect(named('')).toEqual([]);
});

test.each(['20', '040 100'])('the typed number %s of a shared channel names it', (typed) => {
  const shared = [queue('Service', '20', '+4940100')];
  const [first] = rows(typed, { shared });
  expect(first).toMatchObject({ kind: 'typed', person: null, channel: { name: 'Service' }, obstacle: null });
});

test('a typed extension names the colleague', () => {
  expect(rows('21')[0]).toMatchObject({ kind: 'typed', person: { firstName: 'Anna' } });
});

test.each(['10', '040 123456'])(
  'the own number %s is named, not dialled, and Enter does nothing else instead',
  (typed) => {
    expect(rows(typed)[0]).toMatchObject({ kind: 'typed', obstacle: 'ownNumber' });
    expect(unasked(typed)).toBeNull();
  },
);

test.each(['+', '+49 1', '0171', '0171 3', '123456789012345'])('%s looks like a number but cannot be one', (typed) => {
  expect(rows(typed)[0]).toMatchObject({ kind: 'typed', obstacle: 'notDialable' });
  expect(unasked(typed)).toBeNull();
});

test('emergency numbers can be called whatever the obstacle to other calls is', () => {
  expect(rows('112', { dialObstacle: 'callsFull' })[0]).toMatchObject({ obstacle: null });
  expect(rows('21', { dialObstacle: 'callsFull' })[0]).toMatchObject({ obstacle: 'callsFull' });
});

test('no line that dials can be chosen while calls cannot be started, and each says why', () => {
  const about = { dialObstacle: 'offline', contacts: [entry('1', '+49401', '+49402')] } as const;
  for (const row of rows('ann', about)) {
    expect(row.obstacle).toBe(dialledBy(row) === null ? null : 'offline');
  }
});

test('without the permission to write contacts none is created and no number added', () => {
  const actions = rows('040 66969-41', { mayWrite: false }).slice(1);
  expect(actions.map(({ obstacle }) => obstacle)).toEqual(['noGrant', 'noGrant']);
});

test('a number is only added where one was typed', () => {
  expect(rows('zzz')).toMatchObject([
    { kind: 'create', text: 'zzz', number: null, obstacle: null },
    { kind: 'addNumber', obstacle: 'needsNumber' },
  ]);
  expect(rows('*43').at(-1)).toMatchObject({ kind: 'addNumber', obstacle: 'needsNumber' });
});

test('Enter creates nothing while contacts are still being searched for', () => {
  expect(unasked('zzz', {}, true)).toBeNull();
  expect(unasked('zzz', {}, false)).toBe('create');
  expect(unasked('ann', {}, true)).toBe('w1');
});

test('the first contact with several numbers shows them, and Enter calls the first of them', () => {
  const mail = { ...entry('3', '+49407'), email: 'c@x.example' };
  const contacts = [entry('1', '+49401'), entry('2', '+49402', '+49403'), mail];
  expect(keys('contact', { contacts })).toEqual(['1', '2', '2 0', '2 1', '3', 'create']);
  expect(unasked('contact', { contacts: contacts.slice(1) })).toBe('2 0');
  expect(keys('contact', { contacts, opened: '3' })).toEqual(['1', '2', '3', '3 0', '3 @', 'create']);
  expect(keys('contact', { contacts, opened: '' })).toEqual(['1', '2', '3', 'create']);
});

test('VAL-022: an incomplete number of a contact cannot be chosen and says so; emergency numbers and extensions of the team can be called', () => {
  const written = (id: string, ...texts: string[]): Contact => {
    const phoneNumbers = texts.map((localized, at) => ({
      id: `${at}`,
      type: 'work',
      label: '',
      localized,
      e164: null,
    }));
    return { ...entry(id), phoneNumbers };
  };
  const obstacles = (found: Contact, more: Partial<SearchInput> = {}) =>
    rows('contact', { contacts: [found], scope: 'contacts', opened: found.id, ...more }).map((row) => row.obstacle);
  expect(obstacles(written('1', '040 12'))).toEqual(['notDialable', null]);
  expect(obstacles(written('1', '23'))).toEqual(['notDialable', null]);
  expect(obstacles(written('1', '040 12', 'x'))).toEqual([null, 'notDialable', 'notDialable', null]);
  expect(obstacles(written('1', '040 12'), { dialObstacle: 'offline' })[0]).toBe('notDialable');
  expect(obstacles(written('1', '112'), { dialObstacle: 'callsFull' })[0]).toBeNull();
  expect(unasked('contact', { contacts: [written('1', '040 12')], type: 'addParticipant' })).toBeNull();
  const favorites = [{ ...written('w9', '23'), isTeam: true }];
  expect(rows('contact', { favorites })[0]).toMatchObject({ key: 'w9', obstacle: null });
});

test('a colleague opens to both ways of calling them', () => {
  const colleagues = [person('w1', 'Anna', '21', '+4940777')];
  expect(keys('anna', { colleagues })).toEqual(['w1', 'create']);
  expect(rows('anna', { colleagues, opened: 'w1' }).map(dialledBy)).toEqual(['21', '21', '+4940777', null]);
});

test('it is said where there are more contacts than are shown', () => {
  const contacts = Array.from({ length: shownSearchResults + 1 }, (_, at) => entry(String(at), '+49401'));
  const [group] = search('contact', { contacts }).groups;
  expect(group).toMatchObject({ name: 'contacts', more: true });
  expect(group?.rows).toHaveLength(shownSearchResults);
  expect(group).not.toHaveProperty('total');
});

test('where there are more contacts than are shown their number is said, without the favorites above', () => {
  const contacts = Array.from({ length: shownSearchResults + 1 }, (_, at) => entry(String(at), '+49401'));
  const favorites = [entry('kept', '+49402'), { ...entry('w1', '21'), name: 'Contact w1', isTeam: true }];
  const groupOf = (more: Partial<SearchInput>) =>
    search('contact', more).groups.find(({ name }) => name === 'contacts');
  expect(groupOf({ contacts, total: 57 })?.total).toBe(57);
  expect(groupOf({ contacts, total: 57, favorites })?.total).toBe(56);
  expect(groupOf({ contacts: contacts.slice(1), total: 57 })).toMatchObject({ more: false });
  const among = groupOf({ contacts, total: 57, favorites: contacts.slice(0, 1) });
  expect(among).toMatchObject({ more: true, total: 56 });
  expect(among?.rows).toHaveLength(shownSearchResults);
  expect(groupOf({ contacts, total: 21, favorites: contacts.slice(0, 1) })).toMatchObject({ more: false });
  expect(groupOf({ contacts, total: null, favorites: contacts.slice(0, 3) })).toMatchObject({ more: true });
});

test('scopes list only their own people', () => {
  const contacts = [entry('1', '+49401')];
  expect(keys('ann', { contacts, scope: 'team' })).toEqual(['w1', 'w2', 'create']);
  expect(keys('ann', { contacts, scope: 'contacts' })).toEqual(['1', 'create']);
});

test('a text that cannot be searched for on this device is reported', () => {
  expect(search('a;b').unsearchable).toBe(true);
  expect(search("o'neil & co").unsearchable).toBe(false);
});

test('SOMNI-032: a text that cannot be searched for finds nobody, and has no first result', () => {
  const contacts = [entry('1', '+49401')];
  expect(search('<b>', { contacts }).groups.map(({ name }) => name)).toEqual(['actions']);
  expect(search('b', { contacts }).groups.map(({ name }) => name)).toContain('contacts');
});

test('a contact gets a number unless it cannot, and then it says why', () => {
  const contacts = [
    entry('free', '+49401'),
    entry('full', '+49402', '+49403', '+49404'),
    { ...entry('kept', '+49405'), readonly: true },
    entry('has', '+49406696941'),
    { ...entry('old', '+49406'), integrationId: 'mirror' },
  ];
  const books = new Map([
    ['own', { mostNumbers: 3, canUpdate: true }],
    ['mirror', { mostNumbers: null, canUpdate: false }],
  ]);
  const adding = { type: 'addPhoneNumber', numberToAdd: '040 6696941', contacts, books } as const;
  expect(rows('t', adding).map(({ key, obstacle }) => [key, obstacle])).toEqual([
    ['free', null],
    ['full', 'bookFull'],
    ['kept', 'readonly'],
    ['has', 'hasNumber'],
    ['old', 'readonly'],
    ['w1', 'teamReadonly'],
    ['w2', 'teamReadonly'],
    ['wme', 'teamReadonly'],
  ]);
  expect(unasked('t', adding)).toBe('free');
  expect(rows('t', adding)[0]).toMatchObject({ kind: 'target', number: '+49406696941' });
  expect(search('t', adding).unaddable).toBe(false);
  expect(rows('t', { ...adding, mayWrite: false }).every(({ obstacle }) => obstacle === 'noGrant')).toBe(true);
});

test.each(['040 12', '112', '*43', 'Anna'])(
  '%s cannot be added to anybody, which is said from the beginning',
  (numberToAdd) => {
    const adding = { type: 'addPhoneNumber', numberToAdd, contacts: [entry('free', '+49401')] } as const;
    expect(search('', adding).unaddable).toBe(true);
    expect(rows('n', adding)[0]).toMatchObject({ key: 'free', number: null, obstacle: 'needsNumber' });
    expect(unasked('n', adding)).toBeNull();
  },
);

test('where the form is to ask for the number, a contact is chosen first', () => {
  const adding = { type: 'addPhoneNumber', numberToAdd: '', contacts: [entry('free', '+49401')] } as const;
  expect(search('n', adding).unaddable).toBe(false);
  expect(rows('n', adding)[0]).toMatchObject({ key: 'free', number: '', obstacle: null });
  expect(unasked('n', adding)).toBe('free');
  expect(newContact(asked('Ronja', adding))).toEqual({ name: 'Ronja', number: null });
});

test('a new contact gets the typed text, as a number where it is one, and the number to be added', () => {
  expect(newContact(asked(' Ronja  '))).toEqual({ name: 'Ronja', number: null });
  expect(newContact(asked('040 66969-41'))).toEqual({ name: '', number: '+49406696941' });
  expect(newContact(asked('*43'))).toEqual({ name: '*43', number: null });
  const adding = { type: 'addPhoneNumber', numberToAdd: '040 66969-41' } as const;
  expect(newContact(asked('Ronja', adding))).toEqual({ name: 'Ronja', number: '+49406696941' });
  expect(newContact(asked('', { ...adding, numberToAdd: '040 12' }))).toEqual({ name: '', number: null });
});

const people = [person('wsam', 'Samuel', '21'), person('wmum', 'Mumin', '22')];
const muller = { ...entry('muller', '+49401'), name: 'Müller Bau' };

test('people whose names begin with the text come before those that contain it, colleagues and contacts alike', () => {
  const found = { colleagues: people, contacts: [muller] };
  expect(keys('mu', found)).toEqual(['wmum', 'muller', 'create']);
  expect(search('mue', found).groups.map(({ name }) => name)).toEqual(['contacts', 'alsoTeam', 'actions']);
  expect(keys('mue', found)).toEqual(['muller', 'wsam', 'create']);
  expect(unasked('mue', found)).toBe('muller');
  const favorites = [
    { ...entry('wsam', '21'), isTeam: true },
    { ...entry('muller', '+49401'), name: 'Müller Bau' },
  ];
  expect(keys('mue', { colleagues: people, favorites })).toEqual(['muller', 'wsam', 'create']);
});

test('Enter neither calls somebody whose name only contains the letters nor creates a contact beside them', () => {
  expect(keys('mue', { colleagues: people })).toEqual(['wsam', 'create']);
  expect(unasked('mue', { colleagues: people })).toBeNull();
  const far = { ...entry('far', '+49401'), name: 'Ines Kern', email: 'i.kern@b.example' };
  expect(unasked('a@b.example', { colleagues: [], contacts: [far] })).toBeNull();
  expect(unasked('mue', { colleagues: [] })).toBe('create');
});

const nadia = { organization: null, avatarType: 'contact' as const, isTeam: false, contactId: null, userId: null };

test('an empty search offers what was dialled last, each number once, and nothing that cannot be dialled', () => {
  const call = (remotePhoneNumber: string | null, name: string | null = null) => ({
    call: { remotePhoneNumber } as InboxRow['call'],
    remote: { ...nadia, name },
  });
  const dialled = dialledLast([
    call('+4940111', 'Nadia'),
    call(null),
    call('22'),
    call('+4940111'),
    call('10'),
    call('?'),
  ]);
  expect(dialled.map(({ number }) => number)).toEqual(['+4940111', '22', '10', '?']);
  const found = rows('', { dialled });
  expect(found.map(dialledBy)).toEqual(['+4940111', '22']);
  expect(unasked('', { dialled })).toBeNull();
  expect(rows('An', { dialled }).some(({ kind }) => kind === 'dialled')).toBe(false);
  expect(rows('', { dialled, type: 'addParticipant', scope: 'all' }).some(({ kind }) => kind === 'dialled')).toBe(
    false,
  );
  const many = Array.from({ length: 9 }, (_, at) => call(`+49401${at}`));
  expect(dialledLast(many)).toHaveLength(5);
});

test('a caller is sent to the voicemail of colleagues and extensions alone', () => {
  const obstacles = (text: string, more: Partial<SearchInput> = {}) =>
    rows(text, { type: 'addParticipant', way: 'voicemail', ...more }).map(({ obstacle }) => obstacle);
  expect(obstacles('Annika')).toEqual([null]);
  expect(obstacles('22')).toContain(null);
  expect(obstacles('Contact', { contacts: [entry('1', '+4940555')] })).toEqual(['noVoicemail']);
  expect(obstacles('+4940555123')).toEqual(['noVoicemail']);
  expect(rows('+4940555123', { type: 'addParticipant', way: 'handOver' })[0]?.obstacle).toBeNull();
});

test('a running call can be parked, which Enter never does by itself', () => {
  const parks = { type: 'addParticipant', mayPark: true } as const;
  expect(rows('', { ...parks, scope: 'team' }).at(-1)?.kind).toBe('park');
  expect(unasked('', { ...parks, scope: 'team', colleagues: [] })).toBeNull();
  expect(rows('An', parks).some(({ kind }) => kind === 'park')).toBe(false);
  expect(rows('', { mayPark: true }).some(({ kind }) => kind === 'park')).toBe(false);
});
