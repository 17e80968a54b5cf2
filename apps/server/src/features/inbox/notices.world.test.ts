import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../../documents/change-feed.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { inboxDocuments } from './documents.ts';

let database: TestDatabase;
let feed: ChangeFeed;
let heard: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  feed = await notifyFeed(database.url, (error) => expect.fail(String(error)));
  feed.onChange((topics) => void heard.push(...topics));
});
afterAll(async () => {
  await feed.stop();
  await database.drop();
});

/** In which channels a list is read again because of this write. */
async function listsAfter(write: RawBuilder<unknown>): Promise<string[]> {
  heard = [];
  await write.execute(database.db);
  // Notices come in the order of their commits.
  await sql`update users set first_name = first_name || '.' where id = 'wcleo'`.execute(database.db);
  await vi.waitFor(() => expect(heard).toContain('users id=wcleo'));
  const beginning = 'inbox_events listed_in=';
  return heard.flatMap((each) => (each.startsWith(beginning) ? [each.slice(beginning.length)] : [])).sort();
}
const change = (set: RawBuilder<unknown>) => sql`update inbox_events set ${set} where id = 'call'`;

test('a list is read again only for calls that are over, or were', async () => {
  const rings = sql`insert into inbox_events
    (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, started_at)
    values ('call', 's1', 'cteam', 'call', false, 'INCOMING', 'Ringing', '+4930555020', now())`;
  expect(await listsAfter(rings)).toEqual([]);
  expect(heard).toContain('inbox_events channel_id=cteam');
  expect(await listsAfter(change(sql`state = 'Established', established_at = now()`))).toEqual([]);
  expect(await listsAfter(change(sql`documentation = '{"note": {"content": "x"}}'`))).toEqual([]);
  expect(await listsAfter(change(sql`state = 'FINISHED', terminated_at = now(), unresolved = true`))).toEqual([
    'cteam',
  ]);
  expect(await listsAfter(change(sql`unresolved = false`))).toEqual(['cteam']);
  expect(await listsAfter(change(sql`channel_id = 'ca'`))).toEqual(['ca', 'cteam']);
  // A call that comes back to whom it left goes on in its event there.
  expect(await listsAfter(change(sql`terminated_at = null, state = 'Established'`))).toEqual(['ca']);
  expect(await listsAfter(change(sql`terminated_at = now(), state = 'FINISHED'`))).toEqual(['ca']);
  expect(await listsAfter(sql`delete from inbox_events where id = 'call'`)).toEqual(['ca']);
});

test('lists, their calls and threads are read again for these', () => {
  const sources = inboxDocuments(database.db, { warn() {} });
  const asker = { userId: 'wanna', accountId: 's1' };
  const params = { channelId: 'cteam', docId: 'call', limit: 10, of: { kind: 'number', number: '+4930555020' } };
  for (const name of ['inbox', 'inboxEvent', 'thread']) {
    const source = sources.find(({ query }) => query.name === name);
    expect(source?.topics(asker, params, [])).toContain('inbox_events listed_in=cteam');
  }
});
