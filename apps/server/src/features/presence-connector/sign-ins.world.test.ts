import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute } from '../../testing/test-api.ts';
import {
  comeBack,
  connect,
  decide,
  openStart,
  presenceWorld,
  type Signed,
  startConnecting,
} from './testing/presence-world.ts';

let world: Awaited<ReturnType<typeof presenceWorld>>;
let anna: Signed;
let ben: Signed;
beforeAll(async () => {
  world = await presenceWorld();
  anna = await world.signedIn({ firstName: 'Anna', admin: true });
  ben = await world.signedIn({ firstName: 'Ben', accountId: anna.accountId });
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.microsoft.signIn.withhold());
afterEach(async () => {
  await world.db.deleteFrom('presence_connectors').execute();
  await world.db.deleteFrom('presence_sign_ins').execute();
});

const done = '/crm-sign-in/MICROSOFT_TEAMS/done';
const failedWith = (problem: string) => `/crm-sign-in/MICROSOFT_TEAMS/failed?problem=${problem}`;
const kept = ({ userId }: Signed) =>
  world.db.selectFrom('presence_connectors').selectAll().where('user_id', '=', userId).executeTakeFirst();
/** What the user's app is told. */
async function flagOf({ token }: Signed): Promise<boolean> {
  const client = liveClient(world.api().url, () => token);
  const flags = client.watch<{ id: string; rev: number; flags: Flags }>('flags');
  await vi.waitFor(() => expect(flags.rows).toHaveLength(1));
  await client.close();
  return flags.rows?.[0]?.flags.hasMicrosoftPresenceConnector === true;
}

test('SSET-008 SAPI-039 ENT-060 SENT-007: a user connects Teams; it counts with both tokens', async () => {
  expect(await flagOf(anna)).toBe(false);
  const started = await startConnecting(world.api(), anna);
  const { status, url } = started;
  expect(status).toBe(200);
  expect(url).toMatch(/^http:\/\/localhost:9\/api\/presence-connector\/start\?token=[\w-]{43}$/);
  const { location, cookie } = await openStart(world.api(), started);
  const page = new URL(location);
  expect(page.origin + page.pathname).toBe(`${world.microsoft.url}/organizations/oauth2/v2.0/authorize`);
  expect(page.searchParams.get('scope')).toBe('Presence.ReadWrite Presence.Read User.Read offline_access');
  expect(await comeBack(world.api(), await decide(location), cookie)).toBe(done);
  const row = await kept(anna);
  expect(row).toMatchObject({ state: 'connected', account_name: world.microsoft.person.userPrincipalName });
  expect(await flagOf(anna)).toBe(true);
  expect(await flagOf(ben)).toBe(false);
  const lines = await world.db.selectFrom('audit_log').select(['action', 'target']).execute();
  expect(lines).toContainEqual({ action: 'presenceConnector.connected', target: anna.userId });
  // A second one is not begun, and what others have chosen as a flag is none.
  expect((await startConnecting(world.api(), anna)).status).toBe(409);
  await world.db
    .updateTable('users')
    .set({ flags: '{"hasMicrosoftPresenceConnector": true}' })
    .where('id', '=', ben.userId)
    .execute();
  expect(await flagOf(ben)).toBe(false);
});

test('the address is good once, for a minute, and only the newest one', async () => {
  const first = await startConnecting(world.api(), anna);
  const second = await startConnecting(world.api(), anna);
  expect((await openStart(world.api(), first)).location).toBe(failedWith('expired'));
  expect((await openStart(world.api(), second)).location).toContain(world.microsoft.url);
  expect((await openStart(world.api(), second)).location).toBe(failedWith('expired'));
  const late = await startConnecting(world.api(), anna);
  await world.db
    .updateTable('presence_sign_ins')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await openStart(world.api(), late)).location).toBe(failedWith('expired'));
  // It opens nothing else.
  const token = new URL((await startConnecting(world.api(), anna)).url).searchParams.get('token') ?? '';
  expect((await callRoute(world.api().url, token, routes.startPresenceConnector, {})).status).toBe(401);
});

test('an address that was sent to someone else connects nothing of theirs, and stays good for its user', async () => {
  const started = await startConnecting(world.api(), anna);
  const { url } = started;
  expect((await openStart(world.api(), { url, cookie: undefined })).location).toBe(failedWith('otherBrowser'));
  // Ben has begun for himself in his browser.
  const ofBen = await startConnecting(world.api(), ben);
  expect((await openStart(world.api(), { url, cookie: ofBen.cookie })).location).toBe(failedWith('otherBrowser'));
  expect((await openStart(world.api(), started)).location).toContain(world.microsoft.url);
});

test('a state counts once, in the browser that began it', async () => {
  const { location, cookie } = await openStart(world.api(), await startConnecting(world.api(), anna));
  const back = await decide(location);
  expect(await comeBack(world.api(), back, undefined)).toBe(failedWith('otherBrowser'));
  expect(await comeBack(world.api(), back, `${cookie}x`)).toBe(failedWith('otherBrowser'));
  expect(await comeBack(world.api(), back, cookie)).toBe(done);
  expect(await comeBack(world.api(), back, cookie)).toBe(failedWith('expired'));
  expect(await kept(anna)).toMatchObject({ state: 'connected' });
});

test('users who refuse, or allow less than is needed, are not connected', async () => {
  const refused = await openStart(world.api(), await startConnecting(world.api(), anna));
  expect(await comeBack(world.api(), await decide(refused.location, 'cancel'), refused.cookie)).toBe(
    failedWith('denied'),
  );
  world.microsoft.signIn.withhold('offline_access');
  expect(await connect(world.api(), anna)).toBe(failedWith('forbidden'));
  world.microsoft.signIn.withhold('Presence.ReadWrite');
  expect(await connect(world.api(), anna)).toBe(failedWith('forbidden'));
  world.microsoft.signIn.withhold('User.Read');
  expect(await connect(world.api(), anna)).toBe(failedWith('forbidden'));
  expect(await kept(anna)).toBeUndefined();
  expect(await flagOf(anna)).toBe(false);
});

test('a company with the classic generation connects nothing, not even what was begun before', async () => {
  const ute = await world.signedIn({ firstName: 'Ute', admin: true });
  const { location, cookie } = await openStart(world.api(), await startConnecting(world.api(), ute));
  const setGeneration = (hasNeoPbx: boolean) =>
    callRoute(world.api().url, ute.token, routes.changeAccount, { body: { flags: { hasNeoPbx } } });
  expect((await setGeneration(false)).status).toBe(200);
  expect(await comeBack(world.api(), await decide(location), cookie)).toBe(failedWith('expired'));
  expect((await startConnecting(world.api(), ute)).status).toBe(409);
  expect(await kept(ute)).toBeUndefined();
});

test('no token, code or state is in any log, reply or table in clear', async () => {
  const started = await startConnecting(world.api(), anna);
  const { url } = started;
  const { location, cookie } = await openStart(world.api(), started);
  const back = await decide(location);
  expect(await comeBack(world.api(), back, cookie)).toBe(done);
  const ofSignIn = [
    new URL(url).searchParams.get('token'),
    back.searchParams.get('state'),
    back.searchParams.get('code'),
    cookie?.split('=')[1],
    world.microsoft.app.clientSecret,
  ];
  expect(ofSignIn.every((secret) => typeof secret === 'string' && secret.length > 8)).toBe(true);
  const given = [...world.microsoft.signIn.given(), ...ofSignIn.map(String)];
  expect(given.length).toBeGreaterThan(6);
  const tables = JSON.stringify([
    await world.db.selectFrom('presence_connectors').selectAll().execute(),
    await world.db.selectFrom('presence_sign_ins').selectAll().execute(),
    await world.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  const row = await kept(anna);
  const sealed = Buffer.concat([
    row?.access_token_sealed ?? Buffer.alloc(0),
    row?.refresh_token_sealed ?? Buffer.alloc(0),
  ]);
  for (const secret of given) {
    expect(world.logged()).not.toContain(secret);
    expect(tables).not.toContain(secret);
    expect(sealed.includes(secret)).toBe(false);
  }
  expect(world.box.unseal(row?.refresh_token_sealed ?? Buffer.alloc(0))).toMatch(/^rt-/);
});
