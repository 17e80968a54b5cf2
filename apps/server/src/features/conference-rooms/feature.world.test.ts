import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LiveHub, liveHub } from '../../documents/live-hub.ts';
import type { Asker } from '../../documents/live-source.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { conferenceRoomsFeature, type LiveRooms } from './feature.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
  const { db } = opened;
  await someCompany(db);
  await db.updateTable('users').set({ admin: true }).where('id', '=', 'wanna').execute();
  for (const [id, ownerUserId] of [
    ['board', 'wanna'],
    ['lab', 'wben'],
  ] as const) {
    await db
      .insertInto('channels')
      .values({ id, account_id: 's1', type: 'room', name: id, follow_up_time: 0 })
      .execute();
    const room = { channel_id: id, account_id: 's1', owner_user_id: ownerUserId, pin_sealed: Buffer.from('') };
    await db
      .insertInto('conference_rooms')
      .values({ ...room, most_people: 20, announces: true, waits_for_moderator: false })
      .execute();
  }
});
afterAll(() => opened.drop());

let hub: LiveHub;
let stop: AbortController;
afterEach(() => {
  stop.abort();
  hub.stop();
});

type Room = NonNullable<ReturnType<ReturnType<LiveRooms['of']>['get']>>;

/** Rooms that are watched; `now` changes who is in them. */
function watched() {
  let rooms: ReadonlyMap<string, Room> = new Map();
  const listeners = new Set<() => void>();
  const live: LiveRooms = {
    of: () => rooms,
    onChange(_accountId, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const nothing = () => () => {};
  const feed = { onChange: nothing, onGap: nothing, stop: async () => {} };
  const { sources = [] } = conferenceRoomsFeature({ db: opened.db, rooms: live, steerRoom: () => false });
  hub = liveHub(feed, sources, (error) => expect.fail(String(error)));
  stop = new AbortController();
  return {
    async open(asker: Asker) {
      const seen: Awaited<ReturnType<ReturnType<LiveHub['watch']>['next']>>['value'][] = [];
      void (async () => {
        for await (const message of hub.watch('liveRooms', asker, {}, stop.signal)) seen.push(message);
      })();
      await expect.poll(() => seen).toHaveLength(1);
      return seen;
    },
    now(id: string, people: Room['people']) {
      rooms = new Map(rooms).set(id, { isLocked: false, people });
      for (const listener of listeners) listener();
    },
  };
}

const anna = { userId: 'wanna', accountId: 's1' };

test('somebody who comes into a room changes that room alone for those who watch several', async () => {
  const { open, now } = watched();
  const seen = await open(anna);
  const person = { userId: null, number: '+4940111', name: null, isModerator: false, isMuted: false, isWaiting: false };
  now('lab', [{ id: 'p1', ...person, since: Date.parse('2026-11-30T08:00:00Z') }]);
  await expect.poll(() => seen).toHaveLength(2);
  expect(seen[1]).toMatchObject({ type: 'delta', changed: [{ id: 'lab', people: [{ id: 'p1' }] }] });
});

test('an administrator sees their own rooms alone from outside, while the page of another network shows all', async () => {
  const { open } = watched();
  expect(await open(anna)).toMatchObject([{ rows: [{ id: 'board' }, { id: 'lab' }] }]);
  expect(await open({ ...anna, isOutside: true })).toMatchObject([{ rows: [{ id: 'board' }] }]);
});
