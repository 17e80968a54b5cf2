import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { type SomeCall, writeCall } from './testing/some-calls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 });

/** Anna and Bert with a private channel each, both in a shared one; Carl of the same company is in neither. */
const company = async () => {
  const anna = await person(api, { firstName: 'Anna' });
  const { accountId } = anna;
  const bert = await person(api, { firstName: 'Bert', accountId });
  const carl = await person(api, { firstName: 'Carl', accountId });
  const shared = `cshared-${anna.channelId}`;
  await api.db
    .insertInto('channels')
    .values({ id: shared, account_id: accountId, type: 'acd', name: 'Shared', follow_up_time: 0 })
    .execute();
  await api.db
    .insertInto('channel_members')
    .values([anna, bert].map(({ userId }) => ({ channel_id: shared, user_id: userId })))
    .execute();
  const watcher = async ({ email }: { email: string }) => {
    const { access_token } = await signInAs(api.url, email);
    const client = liveClient(api.url, () => access_token);
    open.push(client);
    return client;
  };
  const call = (id: string, about: SomeCall = {}) => writeCall(api.db, id, { channel: shared, ...about });
  const leave = ({ userId }: { userId: string }) =>
    api.db.deleteFrom('channel_members').where('channel_id', '=', shared).where('user_id', '=', userId).execute();
  return { anna, bert, carl, shared, watcher, call, leave };
};

const of = { kind: 'number', number: '+4930999' } as const;
type Info = ThreadInfo & { readonly rev: number };

test('members see each other read, write and resolve one call; who is no member sees nothing', async () => {
  const { anna, bert, carl, shared, watcher, call, leave } = await company();
  await call('live-1', { unresolved: true });
  const params = { channelId: shared, docId: 'live-1' };
  const seenBy = async (who: { email: string }) => (await watcher(who)).watch<InboxRow>('inboxEvent', params);
  const [byAnna, byBert, byCarl] = [await seenBy(anna), await seenBy(bert), await seenBy(carl)];
  await until(() => expect([byAnna.rows?.length, byBert.rows?.length, byCarl.error]).toEqual([1, 1, 'NOT_FOUND']));
  await api.db
    .updateTable('inbox_events')
    .set({ unresolved: false, documentation: JSON.stringify({ note: { status: 'success', content: '<p>Hi</p>' } }) })
    .where('id', '=', 'live-1')
    .execute();
  for (const seen of [byAnna, byBert]) {
    await until(() =>
      expect(seen.rows?.[0]).toMatchObject({ unresolved: false, documentation: { note: { content: '<p>Hi</p>' } } }),
    );
  }
  await call('live-2', { at: '2026-11-20T10:00:00Z', unresolved: true });
  await until(() => expect(byAnna.rows?.[0]).toMatchObject({ unresolved: false, groupSize: 2, unresolvedCalls: 1 }));
  await leave(bert);
  await until(() => expect(byBert.error).toBe('NOT_FOUND'));
  await api.db.deleteFrom('inbox_events').where('id', '=', 'live-1').execute();
  await until(() => expect(byAnna.rows).toEqual([]));
  expect([byCarl.rows, byBert.rows?.length]).toEqual([undefined, 1]);
});

test('a call that ends is in its thread immediately, and a resolved group is one row of the other member', async () => {
  const { anna, bert, shared, watcher, call } = await company();
  const thread = (await watcher(anna)).watch<InboxRow>('thread', { channelId: shared, of });
  const inbox = (await watcher(bert)).watch<InboxRow>('inbox', { channelId: shared, unresolvedOnly: true });
  await until(() => expect([thread.rows, inbox.rows]).toEqual([[], []]));
  await call('t-1', { at: '2026-11-20T09:00:00Z', unresolved: true });
  await call('t-2', { at: '2026-11-20T10:00:00Z', unresolved: true });
  await until(() => expect(thread.rows?.map(({ id }) => id)).toEqual(['t-2', 't-1']));
  await until(() => expect(inbox.rows?.map(({ id, groupSize }) => [id, groupSize])).toEqual([['t-2', 2]]));
  await api.db.updateTable('inbox_events').set({ unresolved: false }).where('id', '=', 't-2').execute();
  await until(() => expect(inbox.rows?.map(({ id, unresolvedCalls }) => [id, unresolvedCalls])).toEqual([['t-2', 1]]));
  await api.db.updateTable('inbox_events').set({ unresolved: false }).where('id', '=', 't-1').execute();
  await until(() => expect(inbox.rows).toEqual([]));
});

test('where else somebody called is told of the asker channels alone, as calls come and memberships change', async () => {
  const { anna, bert, shared, watcher, call, leave } = await company();
  await call('s-1');
  await call('s-bert', { channel: bert.channelId });
  const info = (await watcher(anna)).watch<Info>('threadInfo', { channelId: anna.channelId, of });
  const also = () => info.rows?.[0]?.alsoIn;
  await until(() => expect(also()).toEqual([{ channelId: shared, calls: 1 }]));
  await call('s-2');
  await until(() => expect(also()).toEqual([{ channelId: shared, calls: 2 }]));
  await call('mine', { channel: anna.channelId });
  await until(() => expect(info.rows?.[0]?.calls).toBe(1));
  await leave(anna);
  await until(() => expect(also()).toEqual([]));
  expect(info.error).toBeUndefined();
});

test('members see the words of a transcript as they come and go, and who is no member none of them', async () => {
  const { anna, carl, shared, watcher, call } = await company();
  await call('words-1');
  const params = { channelId: shared, docId: 'words-1' };
  type Side = {
    readonly id: string;
    readonly rev: number;
    readonly speaker: number;
    readonly words: readonly unknown[];
  };
  const byAnna = (await watcher(anna)).watch<Side>('transcriptWords', params);
  const byCarl = (await watcher(carl)).watch<Side>('transcriptWords', params);
  await until(() => expect([byAnna.rows, byCarl.error]).toEqual([[], 'NOT_FOUND']));
  const inCall = { channel_id: shared, doc_id: 'words-1' };
  const written = [{ text: 'Hello', start: 1.23456, end: 1.5 }];
  await api.db
    .insertInto('transcript_words')
    .values({ ...inCall, side: 1, words: JSON.stringify(written) })
    .execute();
  await until(() => expect(byAnna.rows).toMatchObject([{ id: '1', speaker: 1, words: [['Hello', 1.23, 1.5]] }]));
  // Whatever else is written of the call sends none of its words again.
  const { messages } = byAnna;
  await api.db.updateTable('inbox_events').set({ unresolved: true }).where('id', '=', 'words-1').execute();
  await api.db.deleteFrom('transcript_words').where('doc_id', '=', 'words-1').execute();
  await until(() => expect(byAnna.rows).toEqual([]));
  expect(byAnna.messages).toBe(messages + 1);
  expect(byCarl.rows).toBeUndefined();
});
