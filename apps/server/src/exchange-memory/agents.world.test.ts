import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { agents } from './agents.ts';
import { callBook } from './call-book.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('agent_claims').execute();
  await database.db.deleteFrom('agents').execute();
  await database.db.deleteFrom('calls').execute();
});

const keeper = () => ({ db: database.db, node: 'node-1', epoch: 1 });
const desk = () => agents(keeper());
const both = ['wanna', 'wben'];
const claim = (callId: string, userIds: readonly string[] = both) =>
  desk().claim({ callId, channelId: 'cteam', userIds });
const sorted = async (claimed: Promise<readonly string[]>) => [...(await claimed)].sort();
const at = new Date('2026-11-20T09:00:00Z');
const open = (callId: string) =>
  callBook(keeper()).opened({ callId, accountId: 's1', sessionId: callId, at, legs: [], events: [] });
const claims = async () => {
  const rows = await database.db.selectFrom('agent_claims').select(['user_id', 'call_id']).orderBy('user_id').execute();
  return rows.map((row) => `${row.user_id} ${row.call_id}`);
};

describe('an agent', () => {
  test('is claimed by one call at a time', async () => {
    expect(await sorted(claim('c1', ['wanna']))).toEqual(['wanna']);
    expect(await sorted(claim('c2'))).toEqual(['wben']);
    expect(await claims()).toEqual(['wanna c1', 'wben c2']);
  });

  test('may be claimed again by the call that has them', async () => {
    await claim('c1');
    expect(await sorted(claim('c1'))).toEqual(both);
  });

  test('is claimed by one of many calls that come at the same moment', async () => {
    const calls = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const won = await Promise.all(calls.map((callId) => claim(callId)));
    expect(won.flat().sort()).toEqual(both);
  });

  test('is free once the call releases them', async () => {
    await claim('c1');
    await desk().release('c1', ['wben']);
    expect(await claims()).toEqual(['wben c1']);
    await desk().release('c1', []);
    expect(await claims()).toEqual([]);
  });

  test('is free once the call is over, also when nobody was left to say so', async () => {
    await open('c1');
    await claim('c1');
    expect(await claim('c2')).toEqual([]);
    await callBook({ ...keeper(), epoch: 2 }).reap([]);
    expect(await sorted(claim('c2'))).toEqual(both);
  });

  test('is free when the call that claimed them never came to be', async () => {
    await claim('c1');
    await database.db
      .updateTable('agent_claims')
      .set({ claimed_at: new Date(Date.now() - 20_000) } as never)
      .execute();
    expect(await sorted(claim('c2'))).toEqual(both);
  });
});

describe('after a call of a shared channel', () => {
  const ended = (channelId: string) => desk().callEnded({ callId: 'c1', userId: 'wben', channelId, at });
  const standing = () => database.db.selectFrom('agents').selectAll().executeTakeFirst();

  test('an agent is left alone for its follow-up time', async () => {
    await database.db.updateTable('channels').set({ follow_up_time: 90 }).where('id', '=', 'cteam').execute();
    await claim('c1');
    await ended('cteam');
    expect(await standing()).toMatchObject({
      user_id: 'wben',
      last_call_at: at,
      follow_up_channel_id: 'cteam',
      follow_up_until: new Date('2026-11-20T09:01:30Z'),
    });
    expect(await claims()).toEqual(['wanna c1']);
  });

  test('without follow-up time only the time of the call is kept', async () => {
    await database.db.updateTable('channels').set({ follow_up_time: 0 }).where('id', '=', 'cteam').execute();
    await ended('cteam');
    expect(await standing()).toMatchObject({ last_call_at: at, follow_up_until: null, follow_up_channel_id: null });
  });

  test('a personal call changes nothing', async () => {
    await ended('cb');
    expect(await standing()).toBeUndefined();
  });
});
