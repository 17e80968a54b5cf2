import { afterEach, describe, expect, test } from 'vitest';
import { IntegrationError, type SourceContact } from '../connector.ts';
import { connectedBridge, never, paperMirror } from './testing/connected-bridge.ts';

type Connected = Awaited<ReturnType<typeof connectedBridge>>;
const open: Connected[] = [];
async function connected(...given: Parameters<typeof connectedBridge>): Promise<Connected> {
  const made = await connectedBridge(...given);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const refusedAs = (type: string, more: object = {}) => ({ name: 'IntegrationError', type, ...more });
const collecting = refusedAs('failed', { translationKey: 'stillCollecting', retryAfterSeconds: 20 });
const draft = {
  name: null,
  firstName: 'Ulrike',
  lastName: 'Sommerfeld',
  organization: 'Rheinwerk Dental AG',
  email: 'ulrike@rheinwerk.example',
  phoneNumbers: [{ label: 'work', number: '+492214710562' }],
};

describe.each(['npm', 'github', 'integration'] as const)('a bridge of the kind %s', (kind) => {
  test('GEN-007: its contacts come whole, and afterwards what changed and what is gone', async () => {
    const { at, connect } = await connected(kind);
    for (let count = 0; count < 1_200; count += 1)
      at.add({
        id: `${count}`,
        name: `Name ${count}`,
        phoneNumbers: [{ label: 'WORK', phoneNumber: `+49301${count}` }],
      });
    const connection = await connect();
    const mirror = paperMirror();
    const portions = await mirror.synchronise(connection);
    expect(portions.map(({ written }) => written.length)).toEqual([500, 500, 200, 0]);
    expect(portions[0]?.written[0]).toMatchObject({
      externalId: '0',
      name: 'Name 0',
      phoneNumbers: [{ label: 'work', number: '+493010' }],
      readonly: false,
    });
    at.add({ id: '7', name: 'Another name' });
    at.memory.contacts.delete('8');
    const later = await mirror.synchronise(connection);
    expect(later.flatMap(({ written }) => written)).toMatchObject([{ externalId: '7', name: 'Another name' }]);
    expect(later.flatMap(({ gone }) => gone)).toEqual(['8']);
    expect(connection.leftOut).toBeNull();
  });

  test('a first list that is not ready is asked for again, and nobody takes it for an empty one', async () => {
    const { at, connect } = await connected(kind);
    at.add({ id: '1', name: 'Uta' });
    at.keepWaiting(2);
    const connection = await connect();
    const mirror = paperMirror();
    await expect(mirror.synchronise(connection)).rejects.toMatchObject(collecting);
    await mirror.synchronise(connection);
    expect(mirror.ids()).toEqual(['1']);
  });

  test('a list that is not ready later removes nobody', async () => {
    const { at, connect } = await connected(kind);
    at.add({ id: '1', name: 'Uta' });
    const connection = await connect();
    const mirror = paperMirror();
    await mirror.synchronise(connection);
    at.keepWaiting(1);
    await mirror.synchronise(connection).catch((error: unknown) => expect(error).toMatchObject(collecting));
    expect(mirror.ids()).toEqual(['1']);
    at.keepWaiting(1);
    await expect(connection.get('other', never)).rejects.toMatchObject(refusedAs('failed'));
    if (kind !== 'integration') return;
    expect(await connection.get('1', never)).toMatchObject({ name: 'Uta' });
  });

  test('a contact is made, changed and deleted there', async () => {
    const { at, connect } = await connected(kind);
    at.add({ id: '1', name: 'Uta' });
    const connection = await connect();
    const made = await connection.create(draft, 'draft-1', never);
    expect(made).toMatchObject({ ...draft, name: 'Ulrike Sommerfeld', contactUrl: 'https://crm.example/new-1' });
    const before = (await connection.get(made.externalId, never)) as SourceContact;
    const changed = await connection.update(before, { ...draft, lastName: 'Winter', phoneNumbers: [] }, never);
    expect(changed).toMatchObject({ lastName: 'Winter', phoneNumbers: [] });
    expect(at.memory.contacts.get(made.externalId)).toMatchObject({ lastName: 'Winter', phoneNumbers: [] });
    await expect(connection.update(before, draft, never)).rejects.toMatchObject(refusedAs('conflict'));
    await connection.delete(changed, never);
    expect(await connection.get(made.externalId, never)).toBeNull();
    await connection.delete(changed, never);
  });

  test('the same draft again, after its answer was lost, makes no second contact', async () => {
    const { at, connect } = await connected(kind);
    const connection = await connect();
    at.faults.next({ does: 'commitThenReset' }, { of: /^POST .*contacts$/ });
    await expect(connection.create(draft, 'draft-2', never)).rejects.toMatchObject(
      refusedAs('unreachable', { provablyNotTaken: false }),
    );
    await connection.create(draft, 'draft-2', never);
    expect(at.memory.contacts.size).toBe(1);
  });

  test('what the CRM behind it does not offer is said as that, and did nothing', async () => {
    const { at, connect } = await connected(kind);
    at.leaveOut('POST /contacts', 'PUT /contacts/:id', 'GET /contacts/:id');
    at.add({ id: '1', name: 'Uta' });
    const connection = await connect();
    await expect(connection.create(draft, null, never)).rejects.toMatchObject({
      type: 'forbidden',
      translationKey: 'forbidden',
      provablyNotTaken: true,
    });
    expect(await connection.get('1', never)).toMatchObject({ name: 'Uta' });
  });

  test('contacts are searched for, and found by a number however it is written there', async () => {
    const { at, connect } = await connected(kind);
    at.add({ id: '1', name: 'Uta', phoneNumbers: [{ label: 'WORK', phoneNumber: '+49 221 4710-562' }] });
    at.add({ id: '2', firstName: 'Uwe', phoneNumbers: [{ label: 'MOBILE', phoneNumber: '0170 1234567' }] });
    at.add({ id: '3', name: 'Udo', phoneNumbers: [{ label: 'WORK', phoneNumber: '562' }] });
    const connection = await connect();
    const idsOf = (all: readonly SourceContact[]) => all.map(({ externalId }) => externalId);
    expect(idsOf(await connection.search('uwe', never))).toEqual(['2']);
    expect(idsOf(await connection.findByNumber('+492214710562', never))).toEqual(['1']);
    expect(idsOf(await connection.findByNumber('+491701234567', never))).toEqual(['2']);
  });
});

test('the dialect is found out by one question an hour, and the language is written as it wants it', async () => {
  const older = await connected('npm');
  const newer = await connected('integration', { needs: ['key', 'url'] });
  await older.connect();
  await newer.connect({ url: 'https://tenant.crm.example/' });
  await newer.open({ url: 'https://tenant.crm.example/' });
  const asked = ({ at }: Connected) => at.journal.map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(asked(older)).toEqual(['GET /health 200', 'GET /call-log-metadata 404', 'GET /contacts 200']);
  expect(asked(newer)).toEqual(['GET /health 200', 'GET /call-log-metadata 200', 'GET /contacts 200']);
  expect(older.at.journal.at(-1)).toMatchObject({ locale: 'de_DE', accountUrl: null });
  expect(newer.at.journal.at(-1)).toMatchObject({ locale: 'de-DE', accountUrl: 'https://tenant.crm.example/' });
});

test('numbers that are none are left out, and labels are free words', async () => {
  const { at, connect } = await connected('npm');
  at.add({
    id: '1',
    name: 'Uta',
    phoneNumbers: [
      { label: 'WORK', phoneNumber: 'undefined' },
      { label: 'Reception desk', phoneNumber: '+49undefined2214710562' },
      { label: '', phoneNumber: '' },
    ],
  });
  const found = await (await connect()).get('1', never);
  expect(found?.phoneNumbers).toEqual([{ label: 'reception desk', number: '+492214710562' }]);
});

test('a list that lost more than half is believed after three times over half an hour; an empty one never', async () => {
  const { at, connect, pass } = await connected('npm');
  for (let count = 0; count < 10; count += 1) at.add({ id: `${count}`, name: `Name ${count}` });
  const connection = await connect();
  const mirror = paperMirror();
  await mirror.synchronise(connection);
  for (let count = 1; count < 9; count += 1) at.memory.contacts.delete(`${count}`);
  at.add({ id: 'new', name: 'Somebody new' });
  for (let times = 0; times < 3; times += 1) {
    await mirror.synchronise(connection);
    expect(connection.leftOut).toMatchObject({ translationKey: 'fewerListed' });
    pass(10);
  }
  expect(mirror.ids()).toHaveLength(11);
  await mirror.synchronise(connection);
  expect(mirror.ids().sort()).toEqual(['0', '9', 'new']);
  expect(connection.leftOut).toBeNull();
  at.memory.contacts.clear();
  for (let times = 0; times < 10; times += 1) {
    await mirror.synchronise(connection);
    pass(60);
  }
  expect(mirror.ids()).toHaveLength(3);
  expect(connection.leftOut).toMatchObject({ translationKey: 'fewerListed' });
});

test('a CRM without contacts is asked three times before that is believed, and then no longer doubted', async () => {
  const { connect } = await connected('npm');
  const connection = await connect();
  const mirror = paperMirror();
  await expect(mirror.synchronise(connection)).rejects.toMatchObject(collecting);
  await expect(mirror.synchronise(connection)).rejects.toMatchObject(collecting);
  await mirror.synchronise(connection);
  await mirror.synchronise(connection);
  expect(mirror.ids()).toEqual([]);
});

test('a wrong key is refused at once; one that was taken before is signed out by three refusals within 15 minutes', async () => {
  const { at, connect, open: openAgain, pass } = await connected('npm');
  await expect(connect({ key: 'wrong' })).rejects.toMatchObject(refusedAs('refresh', { translationKey: 'signedOut' }));
  const connection = await openAgain();
  at.refuseAll(true);
  const once = () => connection.search('x', never);
  await expect(once()).rejects.toMatchObject(refusedAs('failed'));
  pass(16);
  await expect(once()).rejects.toMatchObject(refusedAs('failed'));
  await expect(once()).rejects.toMatchObject(refusedAs('failed'));
  at.refuseAll(false);
  await once();
  at.refuseAll(true);
  await expect(once()).rejects.toMatchObject(refusedAs('failed'));
  await expect((await openAgain()).search('x', never)).rejects.toMatchObject(refusedAs('failed'));
  await expect(once()).rejects.toMatchObject(refusedAs('refresh', { translationKey: 'signedOut' }));
});

test.each(['github', 'integration'] as const)(
  'a new key of the kind %s is kept before it is used, and the old one is no longer sent',
  async (kind) => {
    const { at, open: openAgain, connect } = await connected(kind);
    at.add({ id: '1', name: 'Uta' });
    const kept: string[] = [];
    const keepKey = async (key: string) => void kept.push(key);
    const connection = await openAgain({ keepKey });
    expect(connection.renewedKey).toBeNull();
    at.renew('second-key');
    expect(await connection.get('1', never)).toMatchObject({ name: 'Uta' });
    expect(await connection.get('1', never)).toMatchObject({ name: 'Uta' });
    expect(kept).toEqual(['second-key']);
    at.renew('third-key');
    const tried = await connect({ key: 'second-key' });
    expect(tried.renewedKey).toBe('third-key');
  },
);

test('a bridge says in words of its own what is wrong', async () => {
  const { at, open: openAgain } = await connected('integration');
  at.add({ id: '1', name: 'Uta' });
  const connection = await openAgain();
  const says = async (status: number, words: string) => {
    at.refuse(status, words, /^POST .contacts$/);
    const error: unknown = await connection.create(draft, null, never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IntegrationError);
    return error;
  };
  expect(await says(452, 'integration/refresh-error')).toMatchObject(refusedAs('refresh', { provablyNotTaken: true }));
  expect(await says(452, 'contact/create-error/email-conflict')).toMatchObject(refusedAs('email_conflict'));
  expect(await says(452, 'contact/error/too-many-numbers')).toMatchObject(refusedAs('too_many_numbers'));
  expect(await says(452, 'integration/error/unavailable')).toMatchObject(
    refusedAs('failed', { provablyNotTaken: false }),
  );
  expect(await says(452, 'something/new')).toMatchObject(refusedAs('failed', { provablyNotTaken: false }));
  expect(await says(500, `<b>Key</b> ${at.key} broke`)).toMatchObject(
    refusedAs('failed', { detail: 'The bridge: Key … broke', provablyNotTaken: false }),
  );
});

test('what is no answer of a bridge is an error, and the key goes to the bridge alone', async () => {
  const { at, connect } = await connected('npm');
  const other = await connected('npm');
  const elsewhere = { location: `${other.at.url}/contacts` };
  at.faults.next({ does: 'refuse', status: 302, headers: elsewhere }, { of: /contacts/ });
  await expect(connect()).rejects.toMatchObject(refusedAs('not_found'));
  expect(other.at.journal).toEqual([]);
  at.faults.next({ does: 'breakSchema' }, { of: /contacts/ });
  await expect(connect()).rejects.toMatchObject(refusedAs('failed'));
  at.faults.next({ does: 'flood', bytes: 9 * 1024 * 1024 }, { of: /contacts/ });
  await expect(connect()).rejects.toMatchObject({ name: 'AnswerTooLarge' });
  at.faults.next({ does: 'refuse', status: 503 }, { of: /health/ });
  await expect(connect()).rejects.toMatchObject(refusedAs('unreachable'));
});
