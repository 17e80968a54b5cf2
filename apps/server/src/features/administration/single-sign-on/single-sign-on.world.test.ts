import { mostChannelMembers } from '@sidetone/contract/entities/admin-channel.ts';
import type { SingleSignOnChange } from '@sidetone/contract/entities/single-sign-on.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../config.ts';
import { type NameServer, openNameServer } from '../../../network/testing/name-server.ts';
import { type Directory, openDirectory } from '../../../sign-on/testing/directory.ts';
import { freePort } from '../../../storage/postgres/cluster.ts';
import { beginSignIn, browser, password, person, signInAs } from '../../../testing/test-api.ts';
import { commandLineOperator, suspendCompany } from '../company/companies.ts';
import { manyPeople } from '../testing/many-people.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { companySigningIn } from './testing/company-signing-in.ts';
import { provesDomains } from './testing/proves-domains.ts';
import { someSignOn } from './testing/some-sign-on.ts';

let world: TwoCompanies;
let origin: string;
let directory: Directory;
let names: NameServer;
let way: ReturnType<typeof companySigningIn>;
/** Shared channels of the first company. */
let queues: readonly [string, string];
/** Each test has people and a domain of its own. */
let people: Directory['people'];
let domain: string;
let count = 0;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  people = {};
  directory = await openDirectory({ people, redirect: `${origin}/company-sign-in` });
  names = await openNameServer();
  way = companySigningIn({ origin, issuer: directory.issuer });
  const settings = {
    PUBLIC_URL: origin,
    SIGN_ON_PRIVATE_HOSTS: '127.0.0.1',
    DOMAIN_NAME_SERVERS: names.address,
  };
  world = await twoCompanies({ config: { ...readConfig(settings), port } });
  const sales = await world.ask(routes.createChannel, { body: { name: 'Sales' } });
  const service = await world.ask(routes.createChannel, { body: { name: 'Service' } });
  queues = [sales.body.channelId, service.body.channelId];
}, 60_000);
afterAll(async () => {
  await world.api.stop();
  await directory.close();
  await names.close();
});
beforeEach(() => {
  count += 1;
  domain = `company-${count}.example`;
});
afterEach(async () => {
  vi.useRealTimers();
  directory.setDown(false);
  await world.api.db.deleteFrom('single_sign_ons').execute();
  await world.api.db.deleteFrom('sign_in_attempts').execute();
});

const settingsOf = (more: Partial<SingleSignOnChange> = {}) =>
  someSignOn({
    issuer: directory.issuer,
    clientId: directory.client.id,
    secret: directory.client.secret,
    domains: [domain],
    ...more,
  });
const save = async (more: Partial<SingleSignOnChange> = {}, who = world.admin) => {
  const { status, body } = await world.ask(routes.saveSingleSignOn, { body: settingsOf(more) }, who);
  expect(body).toMatchObject({ settings: { hasSecret: true } });
  expect(status).toBe(200);
  await provesDomains(world, names, who);
  return body.settings;
};

/** Enters someone in the directory, with a verified address unless `about` says otherwise. */
function enters(name: string, about: Directory['people'][string] = {}) {
  const id = `${name.toLowerCase()}-${count}`;
  people[id] = { email: `${id}@${domain}`, email_verified: true, given_name: name, family_name: 'Muster', ...about };
  return { id, email: people[id]?.email ?? '' };
}

/** Signs in by single sign-on; gives what came of it. */
const signsIn = (id: string, who: object = { email: people[id]?.email ?? `x@${domain}` }) => way.signsIn(id, who);
const userOf = (email: string) =>
  world.api.db
    .selectFrom('users')
    .select(['id', 'account_id', 'first_name', 'last_name', 'admin', 'department'])
    .where('email', '=', email)
    .executeTakeFirst();
const queuesOf = async (userId: string) =>
  (
    await world.api.db
      .selectFrom('channel_members')
      .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
      .select('channels.id')
      .where('user_id', '=', userId)
      .where('type', '=', 'acd')
      .orderBy('channels.name')
      .execute()
  ).map(({ id }) => id);
const actions = async () => (await world.audited()).map(({ action }) => action);

test('the first sign-in creates a user, and later ones find the same user, whatever their address becomes', async () => {
  await save();
  const { id, email } = enters('Nora');
  const first = await signsIn(id);
  expect(first.outcome).toMatchObject({ problem: null, step: null });
  expect((await way.tokensOf(first.way, first.outcome.redirectTo)).status).toBe(200);
  const user = await userOf(email);
  expect(user).toMatchObject({
    account_id: world.admin.accountId,
    first_name: 'Nora',
    last_name: 'Muster',
    admin: false,
  });
  expect((await actions()).slice(-2)).toEqual(['user.created', 'singleSignOn.linked']);
  people[id] = { ...people[id], email: `married@${domain}` };
  const again = await signsIn(id);
  expect(again.outcome.problem).toBeNull();
  expect(await userOf(`married@${domain}`)).toBeUndefined();
  const line = await world.api.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'signIn.succeeded')
    .where('actor_user_id', '=', user?.id ?? '')
    .execute();
  expect(line.map(({ detail }) => detail)).toEqual([{ by: 'singleSignOn' }, { by: 'singleSignOn' }]);
});

test('what is sent away is bound to the browser, counts once, and comes back with the same state, nonce and address', async () => {
  await save();
  const { id } = enters('Otto');
  const gone = await way.leaves({ company: world.admin.accountId });
  const url = new URL(gone.leadsTo ?? '');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    redirect_uri: `${origin}/company-sign-in`,
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: expect.stringContaining('openid'),
  });
  const search = await way.atDirectory(gone.leadsTo, id);
  const stranger = browser(origin);
  expect((await way.post(stranger, `/api/sign-in/${gone.uid}/single-sign-on/return`, { search })).status).toBe(404);
  const other = await way.leaves({ company: world.admin.accountId });
  // Somebody else's answer in one's own browser.
  expect(await way.returns(other, search)).toMatchObject({ redirectTo: null, problem: 'providerFault' });
  expect(await way.returns(gone, search)).toMatchObject({ problem: null });
  expect(await way.returns(gone, search)).toMatchObject({ redirectTo: null, problem: 'over' });
  expect(await way.returns(await way.leaves({ company: world.admin.accountId }), '?error=access_denied')).toMatchObject(
    {
      problem: 'providerFault',
    },
  );
  expect((await signsIn('nobody', { company: world.admin.accountId })).outcome).toMatchObject({ problem: 'cancelled' });
});

test('an address of another domain, one that is not verified, and one of another company are refused', async () => {
  await save();
  const { accountId } = world.stranger;
  expect(
    (await signsIn(enters('Wes', { email: 'wes@elsewhere.example' }).id, { company: world.admin.accountId })).outcome
      .problem,
  ).toBe('wrongDomain');
  expect((await signsIn(enters('Una', { email_verified: false }).id)).outcome.problem).toBe('notVerified');
  const eve = await person(world.api, { firstName: 'Evi', accountId, email: `evi@${domain}` });
  expect((await signsIn(enters('Evi', { email: eve.email }).id)).outcome.problem).toBe('otherUser');
  expect(
    (await signsIn(enters('Nix', { email: undefined as never }).id, { company: world.admin.accountId })).outcome
      .problem,
  ).toBe('noAddress');
  expect((await actions()).filter((action) => action === 'singleSignOn.refused')).toHaveLength(4);
  expect(
    await world.api.db.selectFrom('single_sign_on_links').select('user_id').where('user_id', '=', eve.userId).execute(),
  ).toEqual([]);
});

test('no administrator is taken over by an address that is not verified, though such addresses count', async () => {
  await save({ trustsAddresses: true });
  const { accountId } = world.admin;
  const boss = await person(world.api, { firstName: 'Bo', accountId, admin: true, email: `bo@${domain}` });
  const member = await person(world.api, { firstName: 'Mia', accountId, email: `mia@${domain}` });
  expect((await signsIn(enters('Bo', { email: boss.email, email_verified: false }).id)).outcome.problem).toBe(
    'administrator',
  );
  expect((await signsIn(enters('Mia', { email: member.email, email_verified: false }).id)).outcome.problem).toBeNull();
  // An address that the directory gives to somebody else leads to nobody.
  expect((await signsIn(enters('Max', { email: member.email }).id)).outcome.problem).toBe('otherUser');
  const params = { userId: member.userId };
  expect((await world.ask(routes.unlinkSignOn, { params }, world.stranger)).status).toBe(404);
  expect((await world.ask(routes.unlinkSignOn, { params })).status).toBe(200);
  expect((await signsIn(`max-${count}`)).outcome.problem).toBeNull();
});

test('a deactivated user is refused, and so is a newcomer where no users are created', async () => {
  const { rev } = await save();
  const { id, email } = enters('Dan');
  await signsIn(id);
  const userId = (await userOf(email))?.id ?? '';
  expect((await world.ask(routes.deactivateUser, { params: { userId } })).status).toBe(200);
  expect((await signsIn(id)).outcome.problem).toBe('deactivated');
  await save({ createsUsers: false, rev });
  expect((await signsIn(enters('Kim').id)).outcome.problem).toBe('noUser');
});

test('users of a suspended company neither go to its provider nor come back from it, and that counts as no attempt', async () => {
  const boss = await person(world.api, { firstName: 'Sus', admin: true });
  await save({}, { ...boss, token: (await signInAs(world.api.url, boss.email)).access_token });
  const who = { company: boss.accountId };
  const { id, email } = enters('Ida');
  const away = await way.leaves(who);
  const search = await way.atDirectory(away.leadsTo, id);
  await suspendCompany(world.api.db, commandLineOperator, boss.accountId);
  expect((await way.leaves(who)).problem).toBe('suspended');
  expect((await way.leaves({ email })).problem).toBe('suspended');
  expect(await way.returns(away, search)).toMatchObject({ redirectTo: null, step: null, problem: 'suspended' });
  expect(await userOf(email)).toBeUndefined();
  const counted = world.api.db.selectFrom('sign_in_attempts').selectAll().where('failures', '>', 0);
  expect(await counted.execute()).toEqual([]);
});

test('groups give queues, a department and the role of administrator, and take away what they gave and nothing else', async () => {
  const [sales, service] = queues;
  const groups = [
    { group: 'sales', channelIds: [sales], department: 'Sales', admin: false },
    { group: 'it', channelIds: [service], department: null, admin: true },
  ];
  await save({ groups });
  const { id, email } = enters('Gil', { groups: ['/sales', 'it', 'others'] });
  await signsIn(id);
  const user = await userOf(email);
  const userId = user?.id ?? '';
  expect(user).toMatchObject({ admin: true, department: 'Sales' });
  expect(await queuesOf(userId)).toEqual([sales, service]);
  people[id] = { ...people[id], groups: ['others'] };
  await signsIn(id);
  expect(await userOf(email)).toMatchObject({ admin: false, department: null });
  expect(await queuesOf(userId)).toEqual([]);
  // By hand: it stays, as does all where the directory says nothing of groups.
  await world.ask(routes.changeUser, { params: { userId }, body: { channelIds: [service] } });
  people[id] = { ...people[id], groups: ['it', 'sales'] };
  await signsIn(id);
  people[id] = { ...people[id], groups: undefined as never };
  await signsIn(id);
  expect(await queuesOf(userId)).toEqual([sales, service]);
  people[id] = { ...people[id], groups: [] };
  await signsIn(id);
  expect(await queuesOf(userId)).toEqual([service]);
});

test('a full channel of a group keeps nobody from signing in, and is noted', async () => {
  const [sales, service] = queues;
  const ids = await manyPeople(world.api.db, world.admin.accountId, mostChannelMembers);
  const fill = async (members: { userId: string }[]) =>
    (await world.ask(routes.setChannelMembers, { params: { channelId: sales }, body: { members } })).status;
  expect(await fill(ids.map((userId) => ({ userId })))).toBe(200);
  await save({ groups: [{ group: 'sales', channelIds: [sales, service], department: null, admin: false }] });
  const { id, email } = enters('Ute', { groups: ['sales'] });
  expect((await signsIn(id)).outcome.problem).toBeNull();
  expect(await queuesOf((await userOf(email))?.id ?? '')).toEqual([service]);
  expect(await actions()).toContain('singleSignOn.channelFull');
  expect(await fill([])).toBe(200);
});

test('where it is required only administrators can use passwords and recovery, and that is noted', async () => {
  const first = await world.ask(routes.saveSingleSignOn, { body: settingsOf({ isRequired: true }) });
  expect(first.status).toBe(400);
  const proved = await save();
  const { rev } = await save({ isRequired: true, rev: proved.rev });
  const { accountId } = world.admin;
  const member = await person(world.api, { firstName: 'Pia', accountId, email: `pia@${domain}` });
  const withPassword = async (email: string, typed = password) => {
    const at = browser(origin);
    const { uid = '' } = await beginSignIn(at, origin);
    return await way.post(at, `/api/sign-in/${uid}`, { email, password: typed });
  };
  expect(await withPassword(member.email, 'a wrong one')).toMatchObject({ status: 401 });
  expect((await withPassword(member.email)).body).toEqual({ redirectTo: null, step: { kind: 'company' } });
  expect((await withPassword(world.admin.email)).body).toMatchObject({ step: null });
  expect((await actions()).at(-1)).toBe('singleSignOn.passedBy');
  expect((await withPassword(world.stranger.email)).body).toMatchObject({ step: null });
  await save({ isRequired: true, isOn: false, rev });
  expect((await withPassword(member.email)).body).toMatchObject({ step: null });
});

test('a second step is asked for after it, unless the directory asked for two itself or counts as both', async () => {
  const { rev } = await save();
  const rule = (secondFactor: 'everyone' | 'off') =>
    world.ask(routes.changeAccount, { body: { signIn: { secondFactor } } });
  await rule('everyone');
  expect((await signsIn(enters('Sue').id)).outcome).toMatchObject({ redirectTo: null, step: { kind: 'setUp' } });
  expect((await signsIn(enters('Tim', { amr: ['pwd', 'otp'] }).id)).outcome).toMatchObject({
    step: null,
    problem: null,
  });
  await save({ steps: 'always', rev });
  expect((await signsIn(`sue-${count}`)).outcome).toMatchObject({ step: null, problem: null });
  await rule('off');
});

test('a provider that is down says so, is left alone for five seconds, and nobody is shut out for it; new keys are asked for', async () => {
  await save();
  const { id } = enters('Liv');
  directory.setDown(true);
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  expect((await signsIn(id)).outcome.problem).toBe('providerDown');
  directory.setDown(false);
  expect((await signsIn(id)).outcome.problem).toBe('providerDown');
  vi.advanceTimersByTime(5000);
  expect((await signsIn(id)).outcome.problem).toBeNull();
  await directory.newKeys();
  vi.advanceTimersByTime(5000);
  expect((await signsIn(id)).outcome.problem).toBeNull();
});

test('a test says in which way a provider is set up wrongly', async () => {
  const tried = async (more: object, rev: number) => {
    const saved = await save({ ...more, rev });
    const { body } = await world.ask(routes.testSingleSignOn, {});
    await world.api.db.deleteFrom('sign_in_attempts').execute();
    return [body, saved.rev] as const;
  };
  let [found, rev] = await tried({}, 0);
  expect(found).toEqual({ problem: null, detail: null });
  [found, rev] = await tried({ secret: 'another one' }, rev);
  expect(found).toEqual({ problem: 'clientRefused', detail: null });
  [found, rev] = await tried({ issuer: `${directory.issuer}/realms/none` }, rev);
  expect(found.problem).toBe('notFound');
  directory.setDown(true);
  expect((await tried({}, rev))[0]).toMatchObject({ problem: 'timedOut', detail: '503' });
});

test('settings: the secret is never read, another provider needs it again, and hosts of the own network are refused', async () => {
  // A sign-in of their own: each may save so often in ten seconds.
  const who = { ...world.admin, token: (await signInAs(world.api.url, world.admin.email)).access_token };
  const { rev } = await save({}, who);
  const { body } = await world.ask(routes.singleSignOn, {});
  expect(JSON.stringify(body)).not.toContain(directory.client.secret);
  expect(body.addresses).toEqual({
    redirect: `${origin}/company-sign-in`,
    start: `${origin}/login?company=${world.admin.accountId}`,
    logout: `${origin}/api/single-sign-on/${world.admin.accountId}/logout`,
    afterLogout: `${origin}/login`,
  });
  const refused = async (more: object) => {
    const { status, body: said } = await world.ask(
      routes.saveSingleSignOn,
      { body: settingsOf({ rev, ...more }) },
      who,
    );
    const { issues = [] } = said as unknown as { issues?: { path: string; message: string }[] };
    return [status, ...issues.map(({ path, message }) => `${path}: ${message}`)];
  };
  expect(await refused({ clientId: 'another', secret: null })).toEqual([400, 'secret: needsSecret']);
  expect(await refused({ issuer: 'https://10.1.2.3' })).toEqual([400, 'issuer: privateHost']);
  expect(await refused({ issuer: 'http://9.9.9.9' })).toEqual([400, 'issuer: insecure']);
  expect(await refused({ domains: ['gmail.com'] })).toEqual([400, 'domains.0: publicDomain']);
  expect(await refused({ domains: [domain, 'co.uk'] })).toEqual([400, 'domains.1: publicSuffix']);
  expect(await refused({ groups: [{ group: 'x', channelIds: ['c1'], department: null, admin: false }] })).toEqual([
    400,
    'groups.0.channelIds: channelUnknown',
  ]);
  expect(await refused({ rev: rev + 1 })).toEqual([409]);
  // A second company does not get the domain of the first.
  const { status } = await world.ask(routes.saveSingleSignOn, { body: settingsOf() }, world.stranger);
  expect(status).toBe(400);
});
