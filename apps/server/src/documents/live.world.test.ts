import { type InboxRow, inboxRow, liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { busyBoard } from '../pbx/busy-board.ts';
import { liveClient } from '../testing/live-client.ts';
import { browser, callRoute, person, signInAs, type TestApi, testApi } from '../testing/test-api.ts';

let api: TestApi;
const busy = busyBoard();
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  api = await testApi({ busy });
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(() => api.stop());

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

const watcher = async (email: string) => {
  const { access_token } = await signInAs(api.url, email, browser(api.url));
  const client = liveClient(api.url, () => access_token);
  open.push(client);
  return { ...client, token: access_token };
};

let calls = 0;
const call = async (channelId: string, accountId: string, more: Record<string, unknown> = {}) => {
  calls += 1;
  const id = `pbx-${calls}`;
  await api.db
    .insertInto('inbox_events')
    .values({
      id,
      account_id: accountId,
      channel_id: channelId,
      session_id: String(calls),
      unresolved: true,
      direction: 'INCOMING',
      state: 'MISSED',
      remote_phone_number: '+49301234567',
      started_at: new Date(Date.UTC(2026, 10, 20, 10, 0, calls)),
      terminated_at: new Date(),
      terminated_reason: 'CANCELLED',
      call_id: null,
      owner: null,
      contact_id: null,
      on_phone_number: null,
      remote_user_id: null,
      remote_name: null,
      original_channel_id: null,
      phone_id: null,
      established_at: null,
      transferred_to: null,
      transferred_from: null,
      transfer_target: null,
      ...more,
    })
    .execute();
  return id;
};

test('an ended call shows in the inbox immediately, and not before it has ended', async () => {
  const anna = await person(api, { firstName: 'Anna' });
  const live = await watcher(anna.email);
  const inbox = live.watch<InboxRow>('inbox', { channelId: anna.channelId });
  await until(() => expect(inbox.rows).toEqual([]));
  const id = await call(anna.channelId, anna.accountId, { terminated_at: null });
  await api.db.updateTable('inbox_events').set({ terminated_at: new Date() }).where('id', '=', id).execute();
  await until(() => expect(inbox.rows?.map((row) => row.id)).toEqual([id]));
  expect(inbox.messages).toBe(2);
  expect(inboxRow.parse(inbox.rows?.[0])).toMatchObject({ day: '2026-11-20', unresolvedCalls: 1 });
});

test('a contact that is added later gives the calls of its number their name', async () => {
  const bert = await person(api, { firstName: 'Bert' });
  const live = await watcher(bert.email);
  await call(bert.channelId, bert.accountId);
  const inbox = live.watch<InboxRow>('inbox', { channelId: bert.channelId });
  await until(() => expect(inbox.rows?.[0]?.remote).toMatchObject({ name: null, avatarType: 'unknown' }));
  const contact = { id: `k${bert.accountId}`, account_id: bert.accountId, name: 'Zoe Zander', first_name: 'Zoe' };
  await sql`insert into contacts (id, account_id, name, first_name, e164s)
    values (${contact.id}, ${contact.account_id}, ${contact.name}, ${contact.first_name}, '{+49301234567}')`.execute(
    api.db,
  );
  await until(() => expect(inbox.rows?.[0]?.remote).toMatchObject({ name: 'Zoe Zander', contactId: contact.id }));
  await api.db.deleteFrom('contacts').where('id', '=', contact.id).execute();
  await until(() => expect(inbox.rows?.[0]?.remote.name).toBeNull());
});

test('a colleague who called from an extension shows with their name', async () => {
  const cora = await person(api, { firstName: 'Cora' });
  const carl = await person(api, { firstName: 'Carl', accountId: cora.accountId });
  await call(cora.channelId, cora.accountId, { remote_phone_number: carl.extension });
  const inbox = (await watcher(cora.email)).watch<InboxRow>('inbox', { channelId: cora.channelId });
  await until(() =>
    expect(inbox.rows?.[0]?.remote).toMatchObject({ name: 'Carl Tester', isTeam: true, userId: carl.userId }),
  );
});

test("another account's channel, and one that does not exist, look the same", async () => {
  const [dora, eve] = [await person(api, { firstName: 'Dora' }), await person(api, { firstName: 'Eve' })];
  const live = await watcher(dora.email);
  const foreign = live.watch('inbox', { channelId: eve.channelId });
  const missing = live.watch('inbox', { channelId: 'cnothing' });
  const broken = live.watch('inbox', { limit: 5000 });
  await until(() => expect([foreign.error, missing.error]).toEqual(['NOT_FOUND', 'NOT_FOUND']));
  await until(() => expect(broken.error).toBe('BAD_REQUEST'));
  expect(foreign.rows).toBeUndefined();
});

test('a membership that is taken away ends the open subscription before the next call shows', async () => {
  const frida = await person(api, { firstName: 'Frida' });
  const gert = await person(api, { firstName: 'Gert', accountId: frida.accountId });
  await api.db.insertInto('channel_members').values({ channel_id: frida.channelId, user_id: gert.userId }).execute();
  const [hers, his] = [await watcher(frida.email), await watcher(gert.email)];
  const mine = hers.watch<InboxRow>('inbox', { channelId: frida.channelId });
  const theirs = his.watch<InboxRow>('inbox', { channelId: frida.channelId });
  await until(() => expect([mine.rows, theirs.rows]).toEqual([[], []]));
  await api.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('channel_members')
      .where('user_id', '=', gert.userId)
      .where('channel_id', '=', frida.channelId)
      .execute();
  });
  await call(frida.channelId, frida.accountId);
  await until(() => expect(mine.rows).toHaveLength(1));
  await until(() => expect(theirs.error).toBe('NOT_FOUND'));
  expect(theirs.rows).toEqual([]);
});

test('a deactivated user and a signed-out browser lose their open subscriptions', async () => {
  const [hugo, ines] = [await person(api, { firstName: 'Hugo' }), await person(api, { firstName: 'Ines' })];
  const hugos = (await watcher(hugo.email)).watch('me');
  const tokens = await signInAs(api.url, ines.email);
  const client = liveClient(api.url, () => tokens.access_token);
  open.push(client);
  const inesMe = client.watch('me');
  await until(() => expect([hugos.rows?.length, inesMe.rows?.length]).toEqual([1, 1]));
  await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', hugo.userId).execute();
  await fetch(`${api.url}/oidc/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'sidetone', token: tokens.refresh_token }),
  });
  await until(() => expect([hugos.error, inesMe.error]).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']));
});

test('a subscription ends when its token expires', async () => {
  const jan = await person(api, { firstName: 'Jan' });
  const { access_token } = await signInAs(api.url, jan.email);
  await api.db
    .updateTable('oidc_documents')
    .set({ expires_at: new Date(Date.now() + 1500) })
    .where('model', '=', 'AccessToken')
    .where(sql`payload ->> 'accountId'`, '=', jan.userId)
    .execute();
  const client = liveClient(api.url, () => access_token);
  open.push(client);
  const me = client.watch('me');
  await until(() => expect(me.rows).toHaveLength(1));
  await until(() => expect(me.error).toBe('UNAUTHORIZED'));
});

test('without a token nothing is answered', async () => {
  const client = liveClient(api.url, () => 'nonsense');
  open.push(client);
  const account = client.watch('account');
  await until(() => expect(account.error).toBe('UNAUTHORIZED'));
});

test('one connection cannot ask for ever more', async () => {
  const ole = await person(api, { firstName: 'Ole' });
  const live = await watcher(ole.email);
  const many = Array.from({ length: 201 }, () => live.watch('me'));
  await until(() => expect(many.filter(({ error }) => error === 'BAD_REQUEST')).toHaveLength(1));
  await until(() => expect(many.filter(({ rows }) => rows?.length === 1)).toHaveLength(200));
  for (const one of many.slice(0, 2)) one.stop();
  await until(() => {
    const again = live.watch('me');
    return vi.waitFor(() => expect(again.rows).toHaveLength(1), { timeout: 300, interval: 5 });
  });
});

test('people, channels and the account follow what changes, and fit the contract', async () => {
  const kai = await person(api, { firstName: 'Kai' });
  const lea = await person(api, { firstName: 'Lea', accountId: kai.accountId });
  const live = await watcher(kai.email);
  const webusers = live.watch<{ id: string; rev: number; neoPbxStatus: string }>('webusers');
  const channels = live.watch<{ id: string; rev: number; unresolvedCalls: number }>('channels');
  const me = live.watch<User & { rev: number }>('me');
  const account = live.watch('account');
  await until(() => expect([webusers, channels, me, account].map(({ rows }) => rows?.length)).toEqual([2, 1, 1, 1]));
  for (const row of webusers.rows ?? []) liveQueries.webusers.row.parse(row);
  for (const row of channels.rows ?? []) liveQueries.channels.row.parse(row);
  for (const row of me.rows ?? []) liveQueries.me.row.parse(row);
  for (const row of account.rows ?? []) liveQueries.account.row.parse(row);

  await call(kai.channelId, kai.accountId);
  await until(() => expect(channels.rows?.[0]?.unresolvedCalls).toBe(1));
  await callRoute(api.url, live.token, routes.updateUser, {
    body: { locale: 'de', turnPhonesOfflineOnDisconnect: true },
  });
  await until(() => expect(me.rows?.[0]).toMatchObject({ locale: 'de', turnPhonesOfflineOnDisconnect: true }));

  const statusOf = (id: string) => webusers.rows?.find((row) => row.id === id)?.neoPbxStatus;
  expect(statusOf(lea.userId)).toBe('OFFLINE');
  await sql`insert into endpoints values ('e1', ${lea.accountId}, ${lea.userId}, 'app', 'app', 'e1', '', '')`.execute(
    api.db,
  );
  await sql`insert into registrations (id, endpoint_id, user_id, contact_uri, transport, remote_address, remote_port,
      call_id, cseq, node, epoch, expires_at)
    values ('r1', 'e1', ${lea.userId}, 'sip:e1', 'ws', '::1', 1, 'c', 1, 'node-1', 1, now() + interval '1 hour')`.execute(
    api.db,
  );
  await until(() => expect(statusOf(lea.userId)).toBe('ONLINE'));
  busy.show('call', new Map([[lea.userId, 'RINGING']]));
  await until(() => expect(statusOf(lea.userId)).toBe('RINGING'));
  busy.show('call', new Map([[lea.userId, 'IN_CALL']]));
  await until(() => expect(statusOf(lea.userId)).toBe('IN_CALL'));
  busy.show('call', new Map());
  await api.db.updateTable('users').set({ is_dnd: true }).where('id', '=', lea.userId).execute();
  await until(() => expect(statusOf(lea.userId)).toBe('DND'));
});

test('after the database dropped the listening connection, everything is read again', async () => {
  const mia = await person(api, { firstName: 'Mia' });
  const inbox = (await watcher(mia.email)).watch<InboxRow>('inbox', { channelId: mia.channelId });
  await until(() => expect(inbox.rows).toEqual([]));
  await api.db.connection().execute(async (connection) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen changes'`.execute(connection);
  });
  // Written while nobody listens, unless the feed was quicker.
  const id = await call(mia.channelId, mia.accountId);
  await until(() => expect(inbox.rows?.map((row) => row.id)).toEqual([id]));
});
