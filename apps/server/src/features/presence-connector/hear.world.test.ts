import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { presenceOf } from '../../identity/presence.ts';
import { meaningOf } from './hear.ts';
import { connect, presenceWorld, type Signed, setDnd } from './testing/presence-world.ts';

let world: Awaited<ReturnType<typeof presenceWorld>>;
let anna: Signed;
beforeAll(async () => {
  world = await presenceWorld();
  anna = await world.signedIn({ firstName: 'Anna' });
  await sql`insert into endpoints values ('e1', ${anna.accountId}, ${anna.userId}, 'app', 'app', 'e1', '', '')`.execute(
    world.db,
  );
}, 60_000);
afterAll(() => world.stop());
beforeEach(async () => {
  world.microsoft.setInTeams(null);
  world.microsoft.faults.clear();
  await world.db.deleteFrom('registrations').execute();
  await world.db.deleteFrom('presence_connectors').execute();
});

/** Her telephone is there from now on. */
const register = () =>
  sql`insert into registrations (id, endpoint_id, user_id, contact_uri, transport, remote_address, remote_port,
      call_id, cseq, node, epoch, expires_at)
    values ('r1', 'e1', ${anna.userId}, 'sip:e1', 'ws', '::1', 1, 'c', 1, 'node-1', 1, now() + interval '1 hour')`.execute(
    world.db,
  );
/** A minute later. */
const hearAgain = () => world.db.updateTable('presence_connectors').set({ hear_at: new Date() }).execute();
const seen = async () => (await presenceOf(world.db, anna.accountId)).get(anna.userId);
const sees = (status: string) => vi.waitFor(async () => expect(await seen()).toBe(status), 15_000);
const readings = () => world.microsoft.journal.filter(({ path }) => path === '/v1.0/me/presence').length;

test.each([
  ['Busy', 'InAMeeting', 'busy'],
  ['Busy', 'InAConferenceCall', 'busy'],
  ['DoNotDisturb', 'Presenting', 'busy'],
  ['DoNotDisturb', 'DoNotDisturb', 'doNotDisturb'],
  ['DoNotDisturb', 'UrgentInterruptionsOnly', 'doNotDisturb'],
  // It may be our own.
  ['Busy', 'InACall', null],
  ['Busy', 'Busy', null],
  ['Available', 'Available', null],
  ['', '', null],
] as const)('%s with %s means %s here', (availability, activity, meaning) => {
  expect(meaningOf({ availability, activity })).toBe(meaning);
});

test('a meeting in Teams makes busy, do not disturb there counts here, and both end with their cause', async () => {
  await register();
  world.microsoft.setInTeams({ availability: 'Busy', activity: 'InAMeeting' });
  await connect(world.api(), anna);
  await sees('BUSY');
  world.microsoft.setInTeams({ availability: 'DoNotDisturb', activity: 'DoNotDisturb' });
  await hearAgain();
  await sees('DND');
  // What she chose here is as it was, and nothing of it goes back to Microsoft.
  const user = await world.db.selectFrom('users').select('is_dnd').where('id', '=', anna.userId).executeTakeFirst();
  expect(user?.is_dnd).toBe(false);
  expect(world.microsoft.shown()).toBeNull();
  world.microsoft.setInTeams(null);
  await hearAgain();
  await sees('ONLINE');
});

test('what nobody reads again counts for three minutes', async () => {
  await register();
  world.microsoft.setInTeams({ availability: 'Busy', activity: 'InAMeeting' });
  await connect(world.api(), anna);
  await sees('BUSY');
  await world.db.updateTable('presence_connectors').set({ heard_until: new Date() }).execute();
  await sees('ONLINE');
});

test('nobody is asked for without a device, or while we show something ourselves', async () => {
  const before = readings();
  await connect(world.api(), anna);
  await setDnd(world.db, anna, true);
  await vi.waitFor(() => expect(world.microsoft.shown()).not.toBeNull(), 15_000);
  await register();
  await hearAgain();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(readings()).toBe(before);
  await setDnd(world.db, anna, false);
  await vi.waitFor(() => expect(readings()).toBe(before + 1), 15_000);
  expect(await seen()).toBe('ONLINE');
});

test('where Microsoft does not allow to read, showing goes on', async () => {
  world.microsoft.faults.next({ does: 'refuse', status: 403 }, { of: /me\/presence$/ });
  await register();
  const before = readings();
  await connect(world.api(), anna);
  await vi.waitFor(() => expect(readings()).toBe(before + 1), 15_000);
  await setDnd(world.db, anna, true);
  await vi.waitFor(() => expect(world.microsoft.shown()).toBe('DoNotDisturb/Presenting'), 15_000);
  await setDnd(world.db, anna, false);
  const row = await world.db.selectFrom('presence_connectors').select(['state', 'hear_at']).executeTakeFirst();
  expect(row?.state).toBe('connected');
  expect((row?.hear_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3600 * 1000);
});
