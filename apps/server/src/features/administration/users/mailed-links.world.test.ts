import { request } from 'node:http';
import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { apiBase, type Route } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deskOf } from '../../../cli/invitation-commands.ts';
import { readConfig } from '../../../config.ts';
import { mailBox, textOf } from '../../../mail/testing/mail-box.ts';
import { person } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { addUser } from './users.ts';

/** Hosts that a stranger may write into a request; the last one has a port of another program of this machine. */
const strange = ['203.0.113.66', '203.0.113.66:8080', '[2001:db8::66]', 'evil.example', '127.0.0.1:25'];
const publicUrl = 'https://phone.company.example';

let mail: Awaited<ReturnType<typeof mailBox>>;
beforeAll(async () => {
  mail = await mailBox();
});
afterAll(() => mail.stop());
beforeEach(() => {
  mail.mails.length = 0;
});

/** Asks under a name of one's choice, as anyone can; gives the status. */
const askAs = (
  host: string,
  world: TwoCompanies,
  route: Route,
  about: { token?: string; path?: string; body?: unknown },
) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(world.api.url);
    const asked = request(
      {
        hostname,
        port,
        method: route.method,
        path: apiBase + (about.path ?? route.path),
        headers: {
          host,
          'x-forwarded-host': host,
          ...(about.token === undefined ? {} : { authorization: `Bearer ${about.token}` }),
          ...(about.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => resolve(response.resume().statusCode ?? 0),
    );
    asked.on('error', reject).end(about.body === undefined ? undefined : JSON.stringify(about.body));
  });

/** Every link of every mail that came. */
const links = (): string[] => mail.mails.flatMap(({ source }) => textOf(source).match(/\bhttps?:\/\/[^\s>"]+/g) ?? []);

/** Has every mail sent that the server knows, under this host each. */
const haveAllSent = async (world: TwoCompanies, host: string, at: number) => {
  const { token, accountId } = world.admin;
  const before = mail.mails.length;
  const forgetful = await person(world.api, { firstName: `Fay${at}`, accountId });
  const body = { firstName: 'Jo', lastName: 'Neu', email: `jo${at}@ada.example` };
  expect(await askAs(host, world, routes.createUser, { token, body })).toBe(200);
  const invited = await world.api.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', body.email)
    .executeTakeFirstOrThrow();
  const pathOf = (route: Route, userId: string) => ({ token, path: route.path.replace('{userId}', userId) });
  expect(await askAs(host, world, routes.resendInvitation, pathOf(routes.resendInvitation, invited.id))).toBe(200);
  expect(await askAs(host, world, routes.makeResetLink, pathOf(routes.makeResetLink, world.member.userId))).toBe(200);
  expect(mail.mails).toHaveLength(before + 3);
  expect(await askAs(host, world, routes.forgotPassword, { body: { email: forgetful.email } })).toBe(200);
};

describe('with PUBLIC_URL', () => {
  let world: TwoCompanies;
  beforeAll(async () => {
    const settings = { SMTP_URL: mail.smtpUrl, MAIL_FROM: 'phone@ada.example', PUBLIC_URL: publicUrl };
    world = await twoCompanies({ config: { ...readConfig(settings), port: 0 } });
  });
  afterAll(() => world.api.stop());

  test('every link of every mail leads there, whatever host the request names', async () => {
    for (const [at, host] of strange.entries()) {
      await haveAllSent(world, host, at);
      // The one that was forgotten is mailed beside the answer.
      await vi.waitFor(() => expect(mail.mails).toHaveLength((at + 1) * 4));
    }
    expect(links()).toHaveLength(strange.length * 4);
    for (const link of links()) expect(new URL(link).origin).toBe(publicUrl);
  });
});

describe('without PUBLIC_URL', () => {
  let world: TwoCompanies;
  const config = () => ({
    ...readConfig({ SMTP_URL: mail.smtpUrl, MAIL_FROM: 'phone@ada.example', PORT: '18080' }),
    port: 0,
  });
  beforeAll(async () => {
    world = await twoCompanies({ config: config() });
  });
  afterAll(() => world.api.stop());

  test('no link leads to a host that the request names, and who forgot their password is mailed none', async () => {
    for (const [at, host] of strange.entries()) await haveAllSent(world, host, at);
    const known = await world.api.db
      .selectFrom('one_time_links')
      .select('user_id')
      .where('kind', '=', 'reset')
      .where('made_by', 'is', null)
      .execute();
    expect(known).toEqual([]);
    expect(links()).toHaveLength(strange.length * 3);
    for (const link of links()) expect(new URL(link).hostname).toBe('localhost');
    const asked = await world.ask(routes.forgotPassword, { body: { email: world.member.email } }, null);
    expect(asked).toEqual({ status: 200, body: { mail: 'off' } });
  });

  test('the command line mails an address of this machine', async () => {
    const about = newUser.parse({ firstName: 'Cleo', lastName: 'Line', email: 'cleo@ada.example' });
    const by = { accountId: world.admin.accountId, userId: null, address: null };
    await addUser(deskOf(world.api.db, { ...config(), port: 18080 }), by, about);
    expect(links()).toHaveLength(1);
    expect(links()[0]).toMatch(/^http:\/\/localhost:18080\/invitation\//);
  });
});
