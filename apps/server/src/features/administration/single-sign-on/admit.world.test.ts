import type { SingleSignOnChange } from '@sidetone/contract/entities/single-sign-on.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser } from '../../../identity/accounts.ts';
import { makeLink } from '../../../identity/one-time-links.ts';
import type { ProviderPerson } from '../../../sign-on/claims.ts';
import { callRoute } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { readUsers } from '../users/user-documents.ts';
import { admit } from './admit.ts';
import { someSignOn } from './testing/some-sign-on.ts';

const issuer = 'https://9.9.9.9';
const administrators = [{ group: 'it', channelIds: [], department: null, admin: true }];

let world: TwoCompanies;
/** Each test has people and a domain of its own. */
let domain: string;
let count = 0;
let rev = 0;

beforeAll(async () => {
  world = await twoCompanies();
}, 60_000);
afterAll(() => world.api.stop());
beforeEach(async () => {
  count += 1;
  domain = `company-${count}.example`;
  await world.api.db.deleteFrom('single_sign_ons').execute();
  rev = 0;
});

const settings = (more: Partial<SingleSignOnChange> = {}) =>
  someSignOn({ issuer, domains: [domain], groups: administrators, rev, ...more });
const save = async (more: Partial<SingleSignOnChange> = {}) => {
  const { status, body } = await world.ask(routes.saveSingleSignOn, { body: settings(more) });
  expect(status).toBe(200);
  await world.api.db.updateTable('single_sign_on_domains').set({ state: 'proved' }).execute();
  rev = body.settings.rev;
};
/** Comes back from the provider; gives their user or the problem. */
async function comes(name: string, about: Partial<ProviderPerson> = {}) {
  const person: ProviderPerson = {
    subject: `${name}-${count}`,
    email: `${name}@${domain}`,
    isVerified: true,
    firstName: name,
    lastName: 'Muster',
    groups: [],
    isBothSteps: false,
    sid: null,
    hostedDomain: null,
    ...about,
  };
  const { accountId } = world.admin;
  const around = { address: '192.0.2.1', language: null };
  const came = await admit(world.api.db, { accountId, issuer, person }, around, async (_trx, userId) => userId);
  return typeof came === 'string' ? { problem: came, userId: '' } : { problem: null, userId: came.userId };
}
const rightsOf = (userId: string) =>
  world.api.db.selectFrom('users').select(['admin', 'roles']).where('id', '=', userId).executeTakeFirstOrThrow();
const unlink = async (userId: string) => (await world.ask(routes.unlinkSignOn, { params: { userId } })).status;
/** Someone who was invited and never came in. */
const invited = (accountId: string, email: string) =>
  createUser(world.api.db, { firstName: 'Ina', lastName: 'Gast', accountId, email });

test('an administrator by a group stops being one without it, even if they were unlinked or single sign-on was removed', async () => {
  await save();
  const { userId } = await comes('gil', { groups: ['it'] });
  expect(await unlink(userId)).toBe(200);
  expect(await unlink(userId)).toBe(404);
  expect(await comes('gil', { groups: ['it'] })).toEqual({ problem: null, userId });
  expect(await rightsOf(userId)).toMatchObject({ admin: true });
  expect((await world.ask(routes.removeSingleSignOn, {})).status).toBe(200);
  rev = 0;
  await save();
  const links = world.api.db.selectFrom('single_sign_on_links').select('subject').where('user_id', '=', userId);
  expect(await links.execute()).toEqual([{ subject: null }]);
  await comes('gil', { groups: [] });
  expect(await rightsOf(userId)).toMatchObject({ admin: false });
});

test('roles given by hand come back when a group no longer makes someone an administrator', async () => {
  await save();
  const { userId } = await comes('rolf');
  const roles = ['people', 'queues'] as const;
  await world.ask(routes.changeUser, { params: { userId }, body: { roles: [...roles] } });
  await comes('rolf', { groups: ['it'] });
  expect(await rightsOf(userId)).toEqual({ admin: true, roles: [] });
  await comes('rolf', { groups: ['it'] });
  await comes('rolf', { groups: [] });
  expect(await rightsOf(userId)).toEqual({ admin: false, roles: [...roles] });
  // Those that they have now are theirs: groups gave nothing that they could take.
  await world.ask(routes.changeUser, { params: { userId }, body: { roles: ['reports'] } });
  await comes('rolf', { groups: [] });
  expect(await rightsOf(userId)).toEqual({ admin: false, roles: ['reports'] });
});

test('another client, to which the provider calls everyone otherwise, finds its users by their addresses', async () => {
  await save();
  const { userId } = await comes('ulla', { groups: ['it'] });
  expect(await comes('ulla', { subject: 'other' })).toMatchObject({ problem: 'otherUser' });
  await save({ clientId: 'moved' });
  // A provider that calls everyone the same finds them though their address is another by now.
  expect(await comes('ulla', { email: `married@${domain}`, groups: ['it'] })).toEqual({ problem: null, userId });
  expect(await comes('ulla', { subject: 'other' })).toMatchObject({ problem: 'otherUser' });
  await save({ clientId: 'moved again' });
  expect(await comes('ulla', { subject: 'other', groups: [] })).toEqual({ problem: null, userId });
  expect(await rightsOf(userId)).toMatchObject({ admin: false });
});

test('a user who came in without a password is no guest: not withdrawn, not deleted while active, and given a link to a password', async () => {
  await save();
  const { userId } = await comes('nora');
  const asked = { params: { userId } };
  const refusedAsGuest = async () => {
    expect((await world.ask(routes.withdrawInvitation, asked)).status).toBe(409);
    expect((await world.ask(routes.resendInvitation, asked)).status).toBe(409);
    expect((await world.ask(routes.removeUser, asked)).status).toBe(409);
  };
  const listed = async () => (await readUsers(world.api.db, world.admin.accountId)).find(({ id }) => id === userId);
  await refusedAsGuest();
  expect(await listed()).toMatchObject({ state: 'active', singleSignOn: true });
  expect(await unlink(userId)).toBe(200);
  await refusedAsGuest();
  expect(await listed()).toMatchObject({ state: 'active', singleSignOn: false });
  const made = await world.ask(routes.makeResetLink, asked);
  const token = made.body.url?.split('/').at(-1) ?? '';
  const accepted = await callRoute(world.api.url, undefined, routes.acceptLink, {
    body: { token, password: 'tall blue mountain' },
  });
  expect(accepted).toMatchObject({ status: 200, body: { email: `nora@${domain}` } });
  await world.ask(routes.deactivateUser, asked);
  expect((await world.ask(routes.removeUser, asked)).status).toBe(200);
});

test('an invitation opens nothing for a user who has already come in', async () => {
  await save();
  const { accountId } = world.admin;
  const { userId } = await invited(accountId, `ina@${domain}`);
  expect((await world.ask(routes.makeResetLink, { params: { userId } })).status).toBe(409);
  expect(await comes('ina')).toEqual({ problem: null, userId });
  const about = { kind: 'invitation' as const, accountId, userId, madeBy: null, delivery: 'off' as const };
  const { token } = await makeLink(world.api.db, { ...about, lifetimeMs: 60_000 });
  expect((await callRoute(world.api.url, undefined, routes.lookUpLink, { body: { token } })).status).toBe(404);
});

test('an address of another company keeps no domain from the one that proves it, and its user is never found', async () => {
  const guest = await invited(world.stranger.accountId, `guest@${domain}`);
  await world.api.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', guest.userId).execute();
  await save();
  expect(await comes('guest')).toMatchObject({ problem: 'otherUser' });
});
