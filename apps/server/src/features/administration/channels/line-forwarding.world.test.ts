import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => await world.api.stop());

const toVoicemail = { kind: 'voicemail' } as const;

test('an administrator changes where the calls of a user go, which the audit log says; a user does not', async () => {
  const { ask, admin, member, stranger, audited } = world;
  const body = { isOn: true, rules: [{ when: 'always', to: toVoicemail }] } as const;
  const set = (who: { token: string }) =>
    ask(routes.setForwardingOfUser, { params: { userId: member.userId }, body: structuredClone(body) as never }, who);
  expect((await set(member)).status).toBe(403);
  expect((await set(stranger)).status).toBe(404);
  expect(await audited()).toEqual([]);
  expect(await set(admin)).toMatchObject({ status: 200, body: { isOn: true, rules: [{ to: toVoicemail }] } });
  expect(await audited()).toMatchObject([
    {
      action: 'channel.forwardingChanged',
      actor: admin.userId,
      target: member.channelId,
      detail: { forwarding: { from: { isOn: false }, to: { isOn: true } } },
    },
  ]);
});

test('the dry run says by which rule a call leaves the line of a user, and where it goes', async () => {
  const { ask, admin, member } = world;
  const rules = [{ when: 'always', to: { kind: 'colleague', userId: admin.userId } }];
  await ask(routes.setForwardingOfUser, {
    params: { userId: member.userId },
    body: { isOn: true, rules } as never,
  });
  const steps = async () =>
    (await ask(routes.tryRouting, { body: { to: { channelId: member.channelId }, at: null } })).body.steps;
  expect(await steps()).toMatchObject([
    { kind: 'channel', channelId: member.channelId, why: 'called' },
    { kind: 'rule', when: 'always' },
    { kind: 'channel', channelId: admin.channelId, why: 'rule' },
    { kind: 'ring', members: [{ userId: admin.userId }], seconds: 30 },
    { kind: 'end' },
  ]);
  await ask(routes.setForwardingOfUser, { params: { userId: member.userId }, body: { isOn: false } });
  expect((await steps())[1]).toMatchObject({ kind: 'ring', members: [{ userId: member.userId }] });
});

test('the dry run follows the rules for the caller that it is asked about', async () => {
  const { ask, admin, member } = world;
  const to = { kind: 'colleague', userId: admin.userId };
  const rules = [
    { when: 'always', callers: { kind: 'anonymous' }, to: toVoicemail },
    { when: 'always', callers: { kind: 'numbers', numbers: ['+442071234567'] }, to },
  ];
  await ask(routes.setForwardingOfUser, { params: { userId: member.userId }, body: { isOn: true, rules } as never });
  const kinds = async (from?: string | null) => {
    const body = { to: { channelId: member.channelId }, ...(from !== undefined && { from }) };
    return (await ask(routes.tryRouting, { body })).body.steps.slice(1, 3).map(({ kind }) => kind);
  };
  expect(await kinds(null)).toEqual(['rule', 'voicemail']);
  expect(await kinds('0044 20 7123 4567')).toEqual(['rule', 'channel']);
  expect(await kinds('090055509')).toEqual(['ring', 'end']);
  expect(await kinds()).toEqual(['ring', 'end']);
});

test('the dry run goes on in the line where the number of a rule cannot be called, or does not take the call', async () => {
  const { ask, api, admin, member } = world;
  const number = '+493012345678';
  const rules = [
    { when: 'always', to: { kind: 'number', number } },
    { when: 'noAnswer', to: toVoicemail },
  ];
  await world.runServer();
  await ask(routes.createTrunk, { body: { name: 'North', kind: 'address', host: '192.0.2.1' } });
  const params = { userId: member.userId };
  const set = await ask(routes.setForwardingOfUser, { params, body: { isOn: true, rules } as never });
  expect(set.status).toBe(200);
  const steps = async () =>
    (await ask(routes.tryRouting, { body: { to: { channelId: member.channelId } } })).body.steps.slice(1);
  const [first, called] = [
    { kind: 'rule', when: 'always' },
    { kind: 'number', number, problem: null },
  ];
  const last = [{ kind: 'rule', when: 'noAnswer' }, { kind: 'voicemail' }];
  expect(await steps()).toMatchObject([first, called, ...last]);
  await api.db.updateTable('trunks').set({ is_enabled: false }).where('account_id', '=', admin.accountId).execute();
  const ring = { kind: 'ring', members: [{ userId: member.userId }] };
  expect(await steps()).toMatchObject([first, { ...called, problem: 'noTrunk' }, ring, ...last]);
});

test('the dry run shows the mobile that rings along, and where the limits of its user would stop it', async () => {
  const { ask, api, member } = world;
  const mobile = { isOn: true, number: '+491701234567', afterSeconds: 10, inShared: false };
  const never = { ...mobile, number: '+491701234568', times: { days: ['monday'], from: '09:00', until: '09:01' } };
  const mobiles = [never, mobile, { ...mobile, number: '+491701234569', afterSeconds: 5 }];
  await world.runServer();
  await ask(routes.createTrunk, { body: { name: 'South', kind: 'address', host: '192.0.2.2' } });
  const params = { userId: member.userId };
  const to = { kind: 'number', number: '+493012345678' };
  const rules = [{ when: 'noAnswer', to }];
  expect(
    (await ask(routes.setForwardingOfUser, { params, body: { isOn: true, rules, mobiles } as never })).status,
  ).toBe(200);
  const steps = async () =>
    (
      await ask(routes.tryRouting, { body: { to: { channelId: member.channelId }, at: '2026-11-28T12:00:00Z' } })
    ).body.steps.slice(1);
  const early = { kind: 'mobile', afterSeconds: 5, number: '+491701234569' };
  const rings = { kind: 'mobile', afterSeconds: 10, userId: member.userId, number: mobile.number };
  const called = { kind: 'number', number: to.number };
  expect((await steps()).slice(0, 5)).toMatchObject([
    { kind: 'ring' },
    { ...early, problem: null },
    { ...rings, problem: null },
    { kind: 'rule' },
    { ...called, problem: null },
  ]);
  const limits = { concurrentCalls: 0, callsPerHour: 100, minutesPerDay: 600, internationalMinutesPerDay: 0 };
  await api.db
    .updateTable('users')
    .set({ outside_calls: JSON.stringify({ limits }) as never })
    .where('id', '=', member.userId)
    .execute();
  expect((await steps()).slice(0, 5)).toMatchObject([
    { kind: 'ring' },
    { ...early, problem: 'userLimit' },
    { ...rings, problem: 'userLimit' },
    { kind: 'rule' },
    { ...called, problem: 'userLimit' },
  ]);
  await ask(routes.setForwardingOfUser, { params, body: { mobiles: [] } });
  expect((await steps()).map(({ kind }) => kind)).not.toContain('mobile');
});
