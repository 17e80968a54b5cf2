import { routes } from '@sidetone/contract/http/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operatorAlone } from '../../../mail/mail-servers.ts';
import { smtpMailer } from '../../../mail/mailer.ts';
import { mailBox, textOf } from '../../../mail/testing/mail-box.ts';
import { raiseAlert } from '../../../requests/alerts.ts';
import { liveClient } from '../../../testing/live-client.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { mailAlerts } from './mail-alerts.ts';

let world: TwoCompanies;
const clients: { close(): unknown }[] = [];
let mail: Awaited<ReturnType<typeof mailBox>>;
beforeAll(async () => {
  [world, mail] = await Promise.all([twoCompanies(), mailBox()]);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await world.api.stop();
  await mail.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const watch = (name: string, who = world.admin) => {
  const client = liveClient(world.api.url, () => who.token);
  clients.push(client);
  return client.watch<{ id: string; rev: number }>(name, {});
};

test('administrators see what concerns them until one dismisses it; later events show again', async () => {
  const { api, admin, stranger, member, ask, runServer } = world;
  const { db } = api;
  const raise = (source: string, accountId: string | null = admin.accountId) =>
    raiseAlert(db, { accountId, kind: accountId ? 'limitReached' : 'addressBanned', source, at: new Date() });
  const [mine, theirs] = [watch('adminAlerts'), watch('adminAlerts', stranger)];
  await raise(member.userId);
  await raise('203.0.113.9', null);
  await eventually(() => expect(mine.rows).toMatchObject([{ kind: 'limitReached', source: member.userId }]));
  await eventually(() => expect(theirs.rows).toEqual([]));
  await runServer();
  await raise('203.0.113.10', null);
  await eventually(() =>
    expect(mine.rows).toMatchObject([{ source: '203.0.113.10' }, { source: '203.0.113.9' }, { source: member.userId }]),
  );
  const ids = (mine.rows ?? []).map(({ id }) => String(id));
  const dismiss = (which: string[], who = admin) => ask(routes.dismissAlerts, { body: { ids: which } }, who);
  expect((await dismiss(ids, stranger)).status).toBe(404);
  expect((await dismiss([ids[0] ?? ''])).status).toBe(200);
  await eventually(() => expect(mine.rows?.map(({ id }) => id)).toEqual(ids.slice(1)));
  expect((await dismiss(ids)).status).toBe(200);
  await eventually(() => expect(mine.rows).toEqual([]));
  expect((await dismiss(ids)).status).toBe(404);
  await raise('203.0.113.11', null);
  await eventually(() => expect(mine.rows).toMatchObject([{ source: '203.0.113.11' }]));
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'detail'])
    .where('action', '=', 'alert.dismissed')
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { actor_user_id: admin.userId, detail: { count: 1, kinds: ['addressBanned'] } },
    { actor_user_id: admin.userId, detail: { count: 2 } },
  ]);
});

test('new alerts are mailed to the administrators whom they concern, at most once an hour', async () => {
  const { api, admin, member } = world;
  const { db } = api;
  await db.deleteFrom('alerts').execute();
  const deps = {
    db,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://phone.company.example',
    servers: operatorAlone(smtpMailer({ smtpUrl: mail.smtpUrl, from: 'phone@company.example' })),
  };
  const raise = (source: string, minutesAgo = 0) =>
    raiseAlert(db, {
      accountId: admin.accountId,
      kind: 'limitReached',
      source,
      at: new Date(Date.now() - minutesAgo * 60_000),
    });
  await raise(member.userId);
  await raise('long-ago', 3 * 24 * 60);
  // Two servers at once.
  await Promise.all([mailAlerts(deps), mailAlerts(deps)]);
  const email = await db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  const name = await db
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow();
  expect(mail.mails.map(({ to }) => to)).toEqual([[email.email]]);
  const text = textOf(mail.mails[0]?.source ?? '');
  expect(text).toContain(name.first_name);
  expect(text).toContain('https://phone.company.example/admin/log');
  expect(text).not.toContain('long-ago');
  await raise('second');
  await raise('third');
  await mailAlerts(deps);
  expect(mail.mails).toHaveLength(1);
  await db
    .updateTable('alerts')
    .set({ mailed_at: new Date(Date.now() - 61 * 60_000) })
    .where('mailed_at', 'is not', null)
    .execute();
  await mailAlerts(deps);
  expect(mail.mails).toHaveLength(2);
  expect(textOf(mail.mails[1]?.source ?? '')).toMatch(/second[\s\S]*third/);
});
