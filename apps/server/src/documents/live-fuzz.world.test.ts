import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type InboxRange, readInbox } from '../features/inbox/read-inbox.ts';
import { liveClient } from '../testing/live-client.ts';
import { person, signInAs, type TestApi, testApi } from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const numbers = ['+4930111', '+4930222', null];

type Change =
  | { do: 'call'; channel: number; number: number; at: number; open: boolean }
  | { do: 'end' | 'resolve' | 'reopen' | 'delete' | 'move'; pick: number; channel: number }
  | { do: 'contact' | 'forget'; number: number; name: string }
  | { do: 'join' | 'leave'; channel: number; member: number }
  | { do: 'rename'; member: number; name: string };

const small = fc.nat(5);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      channel: small,
      number: small,
      at: fc.nat(50),
      open: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('end' as const, 'resolve' as const, 'reopen' as const, 'delete' as const, 'move' as const),
      pick: fc.nat(30),
      channel: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('contact' as const, 'forget' as const),
      number: small,
      name: fc.constantFrom('Ann', 'Ben', 'Cat'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('join' as const, 'leave' as const), channel: small, member: small }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rename' as const), member: small, name: fc.constantFrom('X', 'Y') }),
  },
);

test('whatever changes at once: each client ends up with what a fresh reading gives, or with none', async () => {
  const first = await person(api, { firstName: 'First' });
  const second = await person(api, { firstName: 'Second', accountId: first.accountId });
  const people = [first, second];
  const channels = people.map(({ channelId }) => channelId);
  const of = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  const tokens = await Promise.all(people.map(async ({ email }) => (await signInAs(api.url, email)).access_token));
  const clients = tokens.map((token) => liveClient(api.url, () => token));
  let calls = 0;

  const apply = async (one: Change): Promise<void> => {
    const { db } = api;
    switch (one.do) {
      case 'call': {
        calls += 1;
        const remote = of(numbers, one.number);
        const at = new Date(Date.UTC(2026, 10, 20, 9, one.at));
        await sql`insert into inbox_events
          (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, started_at, terminated_at)
          values (${`pbx-${calls}`}, ${first.accountId}, ${of(channels, one.channel)}, ${`s${calls}`}, true, 'INCOMING',
            'MISSED', ${remote}, ${at}, ${one.open ? null : at})`.execute(db);
        break;
      }
      case 'end':
      case 'resolve':
      case 'reopen':
      case 'delete':
      case 'move': {
        const id = `pbx-${1 + (one.pick % Math.max(1, calls))}`;
        if (one.do === 'delete') await db.deleteFrom('inbox_events').where('id', '=', id).execute();
        else {
          const set =
            one.do === 'end'
              ? { terminated_at: new Date() }
              : one.do === 'move'
                ? { channel_id: of(channels, one.channel) }
                : { unresolved: one.do === 'reopen' };
          await db.updateTable('inbox_events').set(set).where('id', '=', id).execute();
        }
        break;
      }
      case 'contact': {
        const id = `k-${one.name}`;
        await sql`insert into contacts (id, account_id, name, e164s)
          values (${id}, ${first.accountId}, ${one.name}, ${[of(numbers, one.number) ?? '']})
          on conflict (id) do update set e164s = excluded.e164s`.execute(db);
        break;
      }
      case 'forget':
        await db.deleteFrom('contacts').where('id', '=', `k-${one.name}`).execute();
        break;
      case 'join':
      case 'leave': {
        const row = { channel_id: of(channels, one.channel), user_id: of(people, one.member).userId };
        if (one.do === 'join') {
          await db
            .insertInto('channel_members')
            .values(row)
            .onConflict((on) => on.doNothing())
            .execute();
        } else {
          await db
            .deleteFrom('channel_members')
            .where('channel_id', '=', row.channel_id)
            .where('user_id', '=', row.user_id)
            .execute();
        }
        break;
      }
      case 'rename':
        await db
          .updateTable('users')
          .set({ first_name: one.name })
          .where('id', '=', of(people, one.member).userId)
          .execute();
    }
  };

  const rounds = fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rounds, async (changes) => {
      const watching = clients.flatMap((client, at) =>
        channels.flatMap((channelId) =>
          shapes(channelId).map((params) => ({ at, params, seen: client.watch<InboxRow>('inbox', params) })),
        ),
      );
      for (const round of changes) await Promise.all(round.map(apply));
      await vi.waitFor(
        async () => {
          for (const { at, params, seen } of watching) {
            const userId = people[at]?.userId ?? '';
            const member = await api.db
              .selectFrom('channel_members')
              .selectAll()
              .where('channel_id', '=', params.channelId)
              .where('user_id', '=', userId)
              .executeTakeFirst();
            if (!member) {
              expect(seen.error).toBe('NOT_FOUND');
              continue;
            }
            // Who was away in between was sent off then, and asks again.
            if (seen.error) continue;
            const fresh = await readInbox(api.db, { limit: 100, ...params });
            expect(seen.rows?.map(withoutRev)).toEqual(fresh.map(withoutRev));
          }
        },
        { timeout: 15_000, interval: 10 },
      );
      for (const { seen } of watching) seen.stop();
    }),
    { numRuns: 60 },
  );
  for (const client of clients) await client.close();
}, 120_000);

/** The ways in which a list is asked for. */
const shapes = (channelId: string): (Omit<InboxRange, 'limit'> & { limit?: number })[] => {
  const place = { startedAt: '2026-11-20T09:25:00.000Z', id: 'pbx-5' };
  return [
    { channelId, limit: 4 },
    { channelId, unresolvedOnly: true },
    { channelId, until: place },
    { channelId, after: place, unresolvedOnly: true },
    { channelId, filter: { text: 'ann' } },
  ];
};

const withoutRev = ({ rev: _rev, ...row }: InboxRow) => row;
