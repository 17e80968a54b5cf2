import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { type TwoCompanies, twoCompanies } from './features/administration/testing/two-companies.ts';
import { stopToken } from './features/mail/channel-mails.ts';
import { headOf, mailBox, textOf } from './mail/testing/mail-box.ts';
import { secretBox } from './storage/secret-box.ts';
import { makeAuthority, makeServerCertificate } from './tls/certificate.ts';

const box = secretBox(Buffer.alloc(32, 7));
let world: TwoCompanies;
let operators: Awaited<ReturnType<typeof mailBox>>;
let own: Awaited<ReturnType<typeof mailBox>>;
beforeAll(async () => {
  operators = await mailBox();
  const name = 'Nobody trusts it';
  const authority = { ...makeAuthority(name, new Date()), name };
  own = await mailBox({ certified: makeServerCertificate(authority, ['127.0.0.1'], new Date()) });
  const settings = {
    SMTP_URL: operators.smtpUrl,
    MAIL_FROM: 'Operator <operator@server.example>',
    MAIL_PRIVATE_HOSTS: '127.0.0.1',
    PUBLIC_URL: 'https://phone.server.example',
  };
  world = await twoCompanies({
    box,
    config: { ...readConfig(settings), port: 0, dataDir: mkdtempSync(join(tmpdir(), 'data-')) },
  });
});
afterAll(async () => {
  await world.api.stop();
  await operators.stop();
  await own.stop();
});

test('an account sends by the mail server of the operator, until it has its own, which stands for everything it mails', async () => {
  const { ask, admin } = world;
  const before = (await ask(routes.mailServer, {})).body;
  expect(before).toEqual({ server: null, operatorFrom: 'Operator <operator@server.example>' });
  expect((await ask(routes.testMail, {})).body).toMatchObject({ to: admin.email, problem: null });
  expect(operators.mails).toMatchObject([{ to: [admin.email], from: 'operator@server.example' }]);
  const change = {
    rev: 0,
    host: '127.0.0.1',
    port: own.port,
    security: 'starttls',
    fromAddress: 'phone@ada.example',
  } as const;
  expect((await ask(routes.saveMailServer, { body: change })).status).toBe(200);
  expect((await ask(routes.testMail, {})).body).toMatchObject({ problem: 'certificate', status: null });
  // Nothing falls back to the server of somebody else.
  const invited = await ask(routes.createUser, {
    body: { firstName: 'Ina', lastName: 'Invited', email: 'ina@ada.example' },
  });
  expect(invited.body.invitation).toMatchObject({ delivery: 'failed' });
  expect([operators.mails.length, own.mails.length]).toEqual([1, 0]);
  await ask(routes.removeMailServer, {});
  expect((await ask(routes.testMail, {})).body).toMatchObject({ problem: null });
  expect(operators.mails).toHaveLength(2);
});

test('users who asked for it get an email about a missed call, with a link to it', async () => {
  const { ask, api, member } = world;
  const { body: asked } = await ask(routes.ownMail, {}, member);
  expect(asked).toMatchObject({ to: member.email, isSetUp: true, wishes: { channelIds: [member.channelId] } });
  const channelIds = [member.channelId, 'of-somebody-else'];
  const wishes = { ...asked.wishes, missedCalls: 'each' as const, channelIds };
  expect((await ask(routes.setMailWishes, { body: wishes }, member)).body.wishes.channelIds).toEqual([
    member.channelId,
  ]);
  const at = new Date();
  await api.db
    .insertInto('calls')
    .values({
      id: 'call-1',
      account_id: member.accountId,
      session_id: 's-1',
      node: 'n',
      epoch: 1,
      lease_until: at,
      started_at: at,
      ended_at: at,
    })
    .execute();
  await api.db
    .insertInto('inbox_events')
    .values({
      id: 'pbx-1',
      account_id: member.accountId,
      channel_id: member.channelId,
      call_id: 'call-1',
      session_id: 's-1',
      unresolved: true,
      direction: 'INCOMING',
      state: 'MISSED',
      remote_phone_number: '+4940111222',
      started_at: at,
      terminated_at: at,
      terminated_reason: 'CANCELLED',
    })
    .execute();
  api.facts.announce('call.ended', { callId: 'call-1', sessionId: 's-1', userIds: [], reason: 'CANCELLED' });
  const mail = () => operators.mails.find(({ to }) => to.includes(member.email));
  await vi.waitFor(() => expect(mail()).toBeDefined(), 15_000);
  expect(headOf(mail()?.source ?? '', 'Message-ID')).toContain('@phone.server.example>');
  expect(textOf(mail()?.source ?? '')).toContain('https://phone.server.example/main/call-events/pbx-1');
  await vi.waitFor(
    async () =>
      expect((await ask(routes.mailDeliveries, {})).body.deliveries).toMatchObject([
        { userId: member.userId, kind: 'missedCalls', state: 'sent' },
      ]),
    15_000,
  );
  expect((await ask(routes.mailDeliveries, {}, world.stranger)).body.deliveries).toEqual([]);
});

test('a link to stop holds for the address of a channel however it is written, and for no other', async () => {
  const { ask, api } = world;
  const { channelId } = (await ask(routes.createChannel, { body: { name: 'Service' } })).body;
  const params = { channelId };
  const wishes = { voicemails: 'off', missedCalls: 'each', everyMinutes: 60, language: 'en', instead: true } as const;
  const set = async (address: string) =>
    (await ask(routes.setChannelMail, { params, body: { ...wishes, address } })).body.mail;
  expect(await set('team@ada.example')).toMatchObject({ isConfirmed: false });
  const { source = '' } = operators.mails.find(({ to }) => to.includes('team@ada.example')) ?? {};
  const [code = ''] = /\d{6}/.exec(textOf(source)) ?? [];
  expect((await ask(routes.confirmChannelMail, { params, body: { code } })).status).toBe(200);
  expect(await set('Team@Ada.example')).toMatchObject({ address: 'Team@Ada.example', isConfirmed: true });
  const stop = async (address: string) => {
    const query = new URLSearchParams({ token: stopToken(box, channelId, address) });
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const path = `${apiBase}${routes.stopChannelMail.path}?${query}`;
    expect((await fetch(`${api.url}${path}`, { method: 'POST', body })).status).toBe(200);
    return (await ask(routes.channelMail, { params })).body.mail;
  };
  expect(await stop('another@ada.example')).toMatchObject({ missedCalls: 'each', instead: true });
  expect(await stop('team@ada.example')).toMatchObject({ missedCalls: 'off', instead: false });
});

test('removing an address, or taking another channel, makes the next code come no sooner', async () => {
  const { ask, api } = world;
  const wishes = { voicemails: 'off', missedCalls: 'each', everyMinutes: 60, language: 'en', instead: false } as const;
  const channel = async () => ({
    channelId: (await ask(routes.createChannel, { body: { name: `Bothered ${crypto.randomUUID()}` } })).body.channelId,
  });
  const set = async (params: { channelId: string }, address: string) =>
    (await ask(routes.setChannelMail, { params, body: { ...wishes, address } })) as { status: number; body: unknown };
  const first = await channel();
  expect((await set(first, 'stranger@else.example')).status).toBe(200);
  for (const address of ['stranger@else.example', 'other@else.example']) {
    expect((await ask(routes.removeChannelMail, { params: first })).status).toBe(address.startsWith('s') ? 200 : 404);
    const again = await set(first, address);
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('tooSoon')]);
  }
  for (let more = 0; more < 4; more += 1)
    expect((await set(await channel(), 'Stranger@Else.example')).status).toBe(200);
  const last = await set(await channel(), 'stranger@else.example');
  expect([last.status, JSON.stringify(last.body)]).toEqual([409, expect.stringContaining('tooMany')]);
  const counted = await api.db
    .selectFrom('mailed_codes')
    .select('id')
    .where('address', '=', 'stranger@else.example')
    .execute();
  expect(counted).toHaveLength(5);
});

test('an address that is kept in two tabs at the same moment gets one code', async () => {
  const { ask, stranger } = world;
  const name = crypto.randomUUID();
  const { channelId } = (await ask(routes.createChannel, { body: { name } }, stranger)).body;
  const wishes = { voicemails: 'off', missedCalls: 'each', everyMinutes: 60, language: 'en', instead: false } as const;
  const given = { params: { channelId }, body: { ...wishes, address: `${name}@else.example` } };
  const kept = await Promise.all([0, 1].map(() => ask(routes.setChannelMail, given, stranger)));
  expect(kept.map(({ status }) => status)).toEqual([200, 200]);
  expect(operators.mails.filter(({ to }) => to.includes(given.body.address))).toHaveLength(1);
});
