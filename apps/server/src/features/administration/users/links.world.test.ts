import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../config.ts';
import { signInThrottle } from '../../../identity/throttle.ts';
import { operatorAlone } from '../../../mail/mail-servers.ts';
import { mailBox, textOf } from '../../../mail/testing/mail-box.ts';
import {
  beginSignIn,
  browser,
  callRoute,
  password,
  person,
  sendCredentials,
  signInAs,
} from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { resendInvitation } from './invitations.ts';
import { linkPost } from './send-link.ts';
import { addUser } from './users.ts';

const publicUrl = 'https://phone.ada.example';

let mail: Awaited<ReturnType<typeof mailBox>>;
let mailing: TwoCompanies;
let silent: TwoCompanies;
beforeAll(async () => {
  mail = await mailBox();
  const settings = { SMTP_URL: mail.smtpUrl, MAIL_FROM: 'Sidetone <phone@ada.example>', PUBLIC_URL: publicUrl };
  const config = { ...readConfig(settings), port: 0 };
  [mailing, silent] = await Promise.all([twoCompanies({ config }), twoCompanies()]);
});
beforeEach(() => {
  mail.mails.length = 0;
  mail.refuse(false);
});
afterAll(async () => {
  await Promise.all([mailing.api.stop(), silent.api.stop()]);
  await mail.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const tokenIn = (text: string): string => /\/(?:invitation|reset)\/([\w-]{43})(?:\s|$)/.exec(text)?.[1] ?? '';
const pub = (world: TwoCompanies) => ({
  lookUp: (token: string) => callRoute(world.api.url, undefined, routes.lookUpLink, { body: { token } }),
  accept: (token: string, chosen: string) =>
    callRoute(world.api.url, undefined, routes.acceptLink, { body: { token, password: chosen } }),
  forgot: (email: string) => callRoute(world.api.url, undefined, routes.forgotPassword, { body: { email } }),
});
const signs = async (world: TwoCompanies, email: string, chosen: string) => {
  const at = browser(world.api.url);
  const { uid } = await beginSignIn(at, world.api.url);
  return (await sendCredentials(at, uid ?? '', { email, password: chosen })).status;
};
const invite = (world: TwoCompanies, email: string, more = {}) =>
  world.ask(routes.createUser, { body: { firstName: 'Jörg', lastName: 'Neu', email, ...more } });

test('an invitation is mailed in the words of the invited, and works once', async () => {
  const { status, body } = await invite(mailing, 'joerg@ada.example');
  expect([status, body.invitation]).toMatchObject([200, { delivery: 'sent', url: null }]);
  const [sent] = mail.mails;
  expect(sent).toMatchObject({ to: ['joerg@ada.example'], from: 'phone@ada.example' });
  const text = textOf(sent?.source ?? '');
  expect(text).toContain('Hallo Jörg,');
  expect(text).toContain(`${publicUrl}/invitation/`);

  const token = tokenIn(text);
  expect((await pub(mailing).lookUp(token)).body).toEqual({
    kind: 'invitation',
    company: 'Ada & Co',
    firstName: 'Jörg',
    lastName: 'Neu',
    email: 'joerg@ada.example',
    locale: 'de',
  });
  expect(await signs(mailing, 'joerg@ada.example', 'tall blue mountain')).toBe(401);
  expect((await pub(mailing).accept(token, 'tall blue mountain')).body).toEqual({ email: 'joerg@ada.example' });
  expect(await signs(mailing, 'joerg@ada.example', 'tall blue mountain')).toBe(200);
  expect((await pub(mailing).accept(token, 'another mountain')).status).toBe(404);
  expect((await pub(mailing).lookUp(token)).status).toBe(404);
  expect((await mailing.audited()).map(({ action }) => action)).toEqual([
    'user.created',
    'invitation.created',
    'invitation.accepted',
  ]);
});

test('an invitation that was mailed to a wrong address opens nothing once the address is put right', async () => {
  const put = (world: TwoCompanies, userId: string, email: string) =>
    world.ask(routes.changeUser, { params: { userId }, body: { email } });
  const { body } = await invite(mailing, 'typing.error@ada.example');
  const mailed = tokenIn(textOf(mail.mails[0]?.source ?? ''));
  expect((await pub(mailing).lookUp(mailed)).status).toBe(200);
  expect((await put(mailing, body.userId, 'put.right@ada.example')).status).toBe(200);
  expect((await pub(mailing).lookUp(mailed)).status).toBe(404);
  expect((await pub(mailing).accept(mailed, 'tall blue mountain')).status).toBe(404);
  const again = await mailing.ask(routes.resendInvitation, { params: { userId: body.userId } });
  expect(again).toMatchObject({ status: 200, body: { delivery: 'sent' } });
  expect(mail.mails[1]?.to).toEqual(['put.right@ada.example']);

  const byHand = await invite(silent, 'by.hand@ada.example');
  const passedOn = tokenIn(byHand.body.invitation?.url ?? '');
  await put(silent, byHand.body.userId, 'other@ada.example');
  expect((await pub(silent).lookUp(passedOn)).body).toMatchObject({ email: 'other@ada.example' });
});

test('English people are written to in English', async () => {
  await invite(mailing, 'jo@ada.example', { locale: 'en' });
  expect(textOf(mail.mails[0]?.source ?? '')).toContain('Choose a password here');
});

test('where no mail can be sent, the administrator gets the link to pass on', async () => {
  const { body } = await invite(silent, 'joerg@ada.example');
  expect(body.invitation).toMatchObject({ delivery: 'off', url: expect.stringContaining('/invitation/') });
  mail.refuse(true);
  const refused = await invite(mailing, 'nobody@ada.example');
  expect(refused.body.invitation).toMatchObject({ delivery: 'failed', url: expect.stringContaining('/invitation/') });
  const token = tokenIn(refused.body.invitation?.url ?? '');
  expect((await pub(mailing).lookUp(token)).status).toBe(200);
});

test('sent again, only the newer link works; withdrawn, none does and nobody is left', async () => {
  const { body } = await invite(silent, 'late@ada.example');
  const first = tokenIn(body.invitation?.url ?? '');
  const params = { userId: body.userId };
  const again = await silent.ask(routes.resendInvitation, { params });
  const second = tokenIn(again.body.url ?? '');
  expect((await pub(silent).lookUp(first)).status).toBe(404);
  expect((await pub(silent).lookUp(second)).status).toBe(200);
  expect((await silent.ask(routes.makeResetLink, { params })).status).toBe(409);
  expect((await silent.ask(routes.withdrawInvitation, { params })).status).toBe(200);
  expect((await pub(silent).lookUp(second)).status).toBe(404);
  const left = await silent.api.db.selectFrom('users').select('id').where('id', '=', body.userId).execute();
  expect(left).toEqual([]);
});

test('links cannot be sent without end', async () => {
  const { body } = await invite(silent, 'patient@ada.example');
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await silent.ask(routes.resendInvitation, { params: { userId: body.userId } })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('one administrator invites a whole company without waiting', async () => {
  const { db } = silent.api;
  const log = pino({ level: 'silent' });
  const place = { origin: publicUrl, reach: 'others' } as const;
  const desk = { db, place, post: linkPost({ db, servers: operatorAlone(null), log }), throttle: signInThrottle(db) };
  const { accountId, userId: admin } = silent.admin;
  const by = { accountId, userId: admin, address: null };
  for (let count = 0; count < 60; count += 1) {
    const body = newUser.parse({ firstName: 'Many', lastName: 'New', email: `many${count}@ada.example` });
    const { userId } = await addUser(desk, by, body);
    expect(await resendInvitation(desk, by, userId)).toMatchObject({ delivery: 'off' });
  }
}, 60_000);

test('an old link does not work, and the database holds none', async () => {
  const { body } = await invite(silent, 'slow@ada.example');
  const token = tokenIn(body.invitation?.url ?? '');
  const { db } = silent.api;
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('user_id', '=', body.userId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(token);
  await db
    .updateTable('one_time_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', body.userId)
    .execute();
  expect((await pub(silent).accept(token, 'tall blue mountain')).status).toBe(404);
});

test('a new password by a link ends every session', async () => {
  const who = await person(silent.api, { firstName: 'Rita', accountId: silent.admin.accountId });
  const { access_token: token } = await signInAs(silent.api.url, who.email);
  const { body } = await silent.ask(routes.makeResetLink, { params: { userId: who.userId } });
  expect(await signs(silent, who.email, password)).toBe(200);
  await pub(silent).accept(tokenIn(body.url ?? ''), 'tall blue mountain');
  expect(await signs(silent, who.email, password)).toBe(401);
  expect(await signs(silent, who.email, 'tall blue mountain')).toBe(200);
  expect((await callRoute(silent.api.url, token, routes.searchContacts, { query: { query: 'a' } })).status).toBe(401);
});

test('neither an invitation nor a reset nor an administrator sets a password that is tried first', async () => {
  const refused = { status: 400, body: { code: 'VALIDATION_FAILED', issues: [{ path: 'password' }] } };
  const invited = await invite(silent, 'common@ada.example');
  const { userId } = await person(silent.api, { firstName: 'Rosa', accountId: silent.admin.accountId });
  const reset = await silent.ask(routes.makeResetLink, { params: { userId } });
  for (const url of [invited.body.invitation?.url, reset.body.url]) {
    const token = tokenIn(url ?? '');
    expect(await pub(silent).accept(token, 'Password123!')).toMatchObject(refused);
    // The link still works for another one.
    expect((await pub(silent).accept(token, 'tall blue mountain')).status).toBe(200);
  }
  expect(await invite(silent, 'by.admin@ada.example', { password: 'Password123!' })).toMatchObject(refused);
});

test('a user who forgot their password gets a link, and nobody learns which users exist', async () => {
  const who = await person(mailing.api, { firstName: 'Fay', accountId: mailing.admin.accountId, locale: 'en' });
  const stranger = await pub(mailing).forgot('nobody-here@ada.example');
  const known = await pub(mailing).forgot(who.email.toUpperCase());
  expect([known.status, known.body]).toEqual([stranger.status, stranger.body]);
  await eventually(() => expect(mail.mails).toHaveLength(1));
  expect(mail.mails[0]?.to).toEqual([who.email]);
  const token = tokenIn(textOf(mail.mails[0]?.source ?? ''));
  // Once more at once: the first link stays.
  await pub(mailing).forgot(who.email);
  expect((await pub(mailing).accept(token, 'tall blue mountain')).status).toBe(200);
  expect(mail.mails).toHaveLength(1);
  expect((await pub(silent).forgot(who.email)).body).toEqual({ mail: 'off' });
});

test('asking for links and trying them is slowed down', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await pub(silent).forgot('x@ada.example')).status);
  expect(statuses.at(-1)).toBe(429);
  const tries: number[] = [];
  for (let count = 0; count < 6; count += 1) tries.push((await pub(silent).lookUp('a'.repeat(43))).status);
  expect(tries).toEqual([404, 404, 404, 404, 404, 429]);
});

test('a name writes no lines of its own into a mail', async () => {
  const { status } = await invite(mailing, 'sly@ada.example', {
    firstName: 'Sly\r\nBcc: all@ada.example',
    locale: 'en',
  });
  expect([status, mail.mails]).toEqual([400, []]);
});
