import type { Route } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiServiceBody, infoBannerBody } from '../../testing/authorisation-bodies.ts';
import { newEntry } from '../call-logs/ledger/entries.ts';
import { alarmSamples, someAlarm } from './testing/alarm-samples.ts';
import { blockedSamples } from './testing/blocked-samples.ts';
import { hoursSamples, type SkillThings } from './testing/hours-samples.ts';
import { mailSamples } from './testing/mail-samples.ts';
import { menuSamples } from './testing/menu-samples.ts';
import { numberSamples } from './testing/number-samples.ts';
import { peopleSamples } from './testing/people-samples.ts';
import { hallSetup, phoneSamples } from './testing/phone-samples.ts';
import { recordSamples } from './testing/record-samples.ts';
import { roomSamples } from './testing/room-samples.ts';
import { signOnSamples } from './testing/sign-on-samples.ts';
import { snapshot } from './testing/snapshot.ts';
import { tokenSamples } from './testing/token-samples.ts';
import { trunkSamples } from './testing/trunk-samples.ts';
import { type TwoCompanies, twoCompanies } from './testing/two-companies.ts';

/** What stands for things of the first company until they are there. */
interface Things extends SkillThings, Record<'groupId', string> {
  userId: string;
  invitedId: string;
  importId: string;
  blockId: string;
  channelId: string;
  phoneId: string;
  trunkId: string;
  sipAccountId: string;
  feedbackId: string;
  callFeedbackId: string;
  bannerId: string;
  connectionId: string;
  entryId: string;
  assistantId: string;
  assistantTokenId: string;
  menuId: string;
  roomId: string;
  blockedId: string;
  hoursId: string;
  alarmId: string;
}

type Sample = { params?: object; query?: object; body?: unknown };

const routing = { strategy: 'all-at-once' };
const sipAccount = { name: 'Line', username: 'line-1', password: 'north-wind', registrar: '9.9.9.9' };

/** A good request of each route; `foreign`: it names something that an administrator of another company has not. */
const samples: Record<string, { good: (things: Things) => Sample; bad?: Sample; isOwn?: true; server?: true }> = {
  createUser: {
    good: () => ({ body: { firstName: 'New', lastName: 'Person', email: 'new@example.com' } }),
    bad: { body: { firstName: '', lastName: 'Person', email: 'no address' } },
    isOwn: true,
  },
  changeUser: {
    good: ({ userId }) => ({ params: { userId }, body: { firstName: 'Ulrich' } }),
    bad: { params: { userId: 'w1' }, body: {} },
  },
  deactivateUser: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  reactivateUser: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  removeUser: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  makeResetLink: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  signOutUser: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  resetSecondFactor: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  resendInvitation: { good: ({ invitedId: userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  withdrawInvitation: { good: ({ invitedId: userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  ...peopleSamples,
  createChannel: {
    good: () => ({ body: { name: 'Desk' } }),
    bad: { body: { name: 'Desk', extension: '0' } },
    isOwn: true,
  },
  changeChannel: {
    good: ({ channelId }) => ({ params: { channelId }, body: { name: 'Counter' } }),
    bad: { params: { channelId: 'c' }, body: { icon: 'No Icon' } },
  },
  setVoicemailOfLines: {
    good: ({ userId }) => ({ body: { userIds: [userId], voicemail: { enabled: true } } }),
    bad: { body: { userIds: [], voicemail: {} } },
  },
  setChannelRouting: {
    good: ({ channelId }) => ({ params: { channelId }, body: routing }),
    bad: { params: { channelId: 'c' }, body: { ringSeconds: 1 } },
  },
  setChannelMembers: {
    good: ({ channelId }) => ({ params: { channelId }, body: { members: [] } }),
    bad: { params: { channelId: 'c' }, body: { members: [{ userId: 'w1' }, { userId: 'w1' }] } },
  },
  setChannelMember: {
    good: ({ channelId, userId }) => ({ params: { channelId, userId }, body: {} }),
    bad: { params: { channelId: 'c', userId: 'w1' }, body: { dialedIn: 'yes' } },
  },
  removeChannelMember: {
    good: ({ channelId, userId }) => ({ params: { channelId, userId } }),
    bad: { params: { channelId: 'c', userId: 'x' } },
  },
  removeChannel: {
    good: ({ channelId }) => ({ params: { channelId } }),
    bad: { params: { channelId: 'c' }, query: { callsTo: '' } },
  },
  addNumbers: {
    good: ({ channelId }) => ({ body: { first: '+4930555100', channelId } }),
    server: true,
    bad: { body: { first: '030 555100' } },
  },
  ...numberSamples,
  ...hoursSamples,
  tryRouting: {
    good: ({ channelId }) => ({ body: { to: { channelId } } }),
    bad: { body: { to: { channelId: 'c' }, at: 'tomorrow' } },
  },
  createSipAccount: {
    good: ({ userId }) => ({ body: { ...sipAccount, userId } }),
    bad: { body: { ...sipAccount, userId: 'w1', registrar: 'not a host' } },
  },
  changeSipAccount: {
    good: ({ sipAccountId }) => ({ params: { sipAccountId }, body: { name: 'Hall' } }),
    bad: { params: { sipAccountId: 'f' }, body: { phoneNumbers: [{ phoneNumber: '030 555' }] } },
  },
  removeSipAccount: {
    good: ({ sipAccountId }) => ({ params: { sipAccountId } }),
    bad: { params: { sipAccountId: 'f'.repeat(65) } },
  },
  ...trunkSamples,
  ...recordSamples,
  ...blockedSamples,
  ...mailSamples,
  ...tokenSamples,
  ...signOnSamples,
  ...alarmSamples,
  changeAccount: {
    good: () => ({ body: { name: 'Ada' } }),
    bad: { body: { timeZone: 'Europe/Nowhere' } },
    isOwn: true,
  },
  changeSetUp: { good: () => ({ body: { skipped: ['queue'] } }), bad: { body: { skipped: ['nothing'] } }, isOwn: true },
  auditLog: { good: () => ({ query: {} }), bad: { query: { limit: '0' } }, isOwn: true },
  refusals: { good: () => ({ query: {} }), bad: { query: { hours: 'some' } }, isOwn: true },
  liftBan: { good: () => ({ body: { id: '192.0.2.7' } }), bad: { body: {} } },
  dismissAlerts: { good: () => ({ body: { ids: ['1'] } }), bad: { body: { ids: [] } } },
  startBackup: {
    good: () => ({ body: { passphrase: 'tall blue mountain' } }),
    bad: { body: { passphrase: 'short' } },
    server: true,
  },
  downloadBackup: {
    good: () => ({ params: { backupId: 'b1' } }),
    bad: { params: { backupId: '../key' } },
    server: true,
  },
  removeBackup: { good: () => ({ params: { backupId: 'b1' } }), bad: { params: { backupId: '../key' } }, server: true },
  changeFeedback: {
    good: ({ feedbackId }) => ({ params: { feedbackId }, body: { done: true } }),
    bad: { params: { feedbackId: 'f' }, body: {} },
  },
  removeFeedback: {
    good: ({ feedbackId }) => ({ params: { feedbackId } }),
    bad: { params: { feedbackId: 'f'.repeat(101) } },
  },
  changeCallFeedback: {
    good: ({ callFeedbackId: feedbackId }) => ({ params: { feedbackId }, body: { done: true } }),
    bad: { params: { feedbackId: 'f' }, body: { done: 'yes' } },
  },
  removeCallFeedback: {
    good: ({ callFeedbackId: feedbackId }) => ({ params: { feedbackId } }),
    bad: { params: { feedbackId: 'f'.repeat(101) } },
  },
  exportFeedback: { good: () => ({ query: { of: 'product' } }), bad: { query: { of: 'everything' } }, isOwn: true },
  crmWriteEvents: { good: ({ entryId: id }) => ({ params: { id } }), bad: { params: { id: 'x'.repeat(201) } } },
  changeLogText: { good: () => ({ body: { smallTalk: true } }), bad: { body: { link: 'yes' } }, isOwn: true },
  retryCrmWrites: { good: () => ({ body: { integrationId: 'i-own' } }), bad: { body: {} } },
  crmUsers: {
    good: () => ({ params: { integrationId: 'i-own' } }),
    bad: { params: { integrationId: 'x'.repeat(201) } },
  },
  matchCrmUser: {
    good: () => ({ params: { integrationId: 'i-own', userId: 'u' }, body: { crmUserId: null } }),
    bad: { params: { integrationId: 'i-own', userId: 'u' }, body: { crmUserId: 7 } },
  },
  actOnCrmWrite: {
    good: ({ entryId: id }) => ({ params: { id, action: 'retry' }, body: {} }),
    bad: { params: { id: 'x', action: 'burn' }, body: {} },
  },
  addInfoBanner: {
    good: () => ({ body: infoBannerBody() }),
    bad: { body: { ...infoBannerBody(), message: { de: 'Wartung' } } },
    isOwn: true,
  },
  changeInfoBanner: {
    good: ({ bannerId }) => ({ params: { bannerId }, body: { enabled: false } }),
    bad: { params: { bannerId: 'b' }, body: { type: 'LOUD' } },
  },
  removeInfoBanner: {
    good: ({ bannerId }) => ({ params: { bannerId } }),
    bad: { params: { bannerId: 'b'.repeat(101) } },
  },
  removeUserPicture: { good: ({ userId }) => ({ params: { userId } }), bad: { params: { userId: 'x' } } },
  aiConnections: { good: () => ({}), isOwn: true },
  addAiConnection: {
    good: () => ({ body: { ...aiServiceBody, purpose: 'language' } }),
    bad: { body: { ...aiServiceBody, purpose: 'singing' } },
    isOwn: true,
  },
  changeAiConnection: {
    good: ({ connectionId }) => ({ params: { connectionId }, body: { rev: 0, name: 'Ours' } }),
    bad: { params: { connectionId: 'c' }, body: { rev: -1 } },
  },
  removeAiConnection: {
    good: ({ connectionId }) => ({ params: { connectionId } }),
    bad: { params: { connectionId: 'c'.repeat(101) } },
  },
  testAiConnection: {
    good: ({ connectionId }) => ({ params: { connectionId } }),
    bad: { params: { connectionId: 'c'.repeat(101) } },
  },
  fetchAiModel: {
    good: () => ({ params: { modelId: 'm' } }),
    bad: { params: { modelId: 'm'.repeat(101) } },
    server: true,
  },
  stopAiModel: {
    good: () => ({ params: { modelId: 'm' } }),
    bad: { params: { modelId: 'm'.repeat(101) } },
    server: true,
  },
  removeAiModel: {
    good: () => ({ params: { modelId: 'm' } }),
    bad: { params: { modelId: 'm'.repeat(101) } },
    server: true,
  },
  ...menuSamples,
  ...roomSamples,
  ...phoneSamples,
  createAssistant: { good: () => ({ body: { name: 'Desk' } }), bad: { body: { name: ' ' } }, isOwn: true },
  changeAssistant: {
    good: ({ assistantId }) => ({ params: { assistantId }, body: { name: 'Door' } }),
    bad: { params: { assistantId: 'a' }, body: { topics: [{ label: 'Offer', color: 'pale' }] } },
  },
  deleteAssistant: {
    good: ({ assistantId }) => ({ params: { assistantId } }),
    bad: { params: { assistantId: 'a'.repeat(101) } },
  },
  tryVoiceBot: {
    good: ({ assistantId }) => ({ body: { assistantId, url: 'wss://127.0.0.1/' } }),
    bad: { body: { assistantId: null, url: 'https://bot.example/' } },
  },
  setAssistantUser: {
    good: ({ assistantId, userId }) => ({ params: { assistantId, userId }, body: { canSeeTranscripts: true } }),
    bad: { params: { assistantId: 'a', userId: 'x' }, body: {} },
  },
  removeAssistantUser: {
    good: ({ assistantId, userId }) => ({ params: { assistantId, userId } }),
    bad: { params: { assistantId: 'a', userId: 'x'.repeat(101) } },
  },
  createAssistantToken: {
    good: ({ assistantId }) => ({ params: { assistantId }, body: { name: 'Agent' } }),
    bad: { params: { assistantId: 'a' }, body: { name: '' } },
  },
  revokeAssistantToken: {
    good: ({ assistantId, assistantTokenId: tokenId }) => ({ params: { assistantId, tokenId } }),
    bad: { params: { assistantId: 'a', tokenId: 't'.repeat(101) } },
  },
  aiUse: { good: () => ({}), isOwn: true },
  changeAiSettings: { good: () => ({ body: { soundHours: 1 } }), bad: { body: { soundHours: 73 } }, isOwn: true },
};

const adminRoutes = (Object.entries(routes) as [string, Route][]).filter(([, { path }]) => path.startsWith('/admin/'));

test('there is a sample of each route for administrators', () => {
  expect(Object.keys(samples).sort()).toEqual(adminRoutes.map(([name]) => name).sort());
});

let world: TwoCompanies;
let things: Things;
beforeAll(async () => {
  world = await twoCompanies();
  const { api, ask, member } = world;
  const { body: channel } = await ask(routes.createChannel, { body: { name: 'Front', extension: '77' } });
  const { body: invited } = await ask(routes.createUser, {
    body: { firstName: 'Ina', lastName: 'Invited', email: 'ina@example.com' },
  });
  const { body: imported } = await ask(routes.importPeople, { body: { people: [{ email: 'no address' }] } });
  const { body: phone } = await ask(routes.addDeskPhone, { body: { userId: member.userId, name: 'Hall' } });
  await ask(routes.setUpDeskPhone, { params: { phoneId: phone.phoneId }, body: hallSetup });
  const { body: line } = await ask(routes.createTrunk, {
    body: { name: 'East', kind: 'address', host: '9.9.9.8', isEnabled: false },
  });
  const { body: account } = await ask(routes.createSipAccount, { body: { ...sipAccount, userId: member.userId } });
  await world.runServer();
  await ask(routes.addNumbers, { body: { first: '+4930555001' } });
  await ask(routes.addNumbers, { body: { first: '+493066610', last: '+493066619' } });
  const block = await api.db.selectFrom('number_blocks').select('id').executeTakeFirstOrThrow();
  const facts = {
    appVersion: '1.0.0',
    browser: 'Chromium',
    os: 'Linux',
    platform: 'web',
    product: 'Sidetone',
  } as const;
  const { body: told } = await ask(
    routes.sendFeedback,
    {
      body: {
        ...facts,
        plan: null,
        neoPBX: true,
        subject: '',
        name: 'Ulf',
        email: 'ulf@example.com',
        description: 'It works well, and I like the small things.',
        imageUrls: [],
        logfileUrl: null,
      },
    },
    member,
  );
  await ask(routes.sendCallFeedback, { body: { callId: 'pbx-1', tags: [], text: '', rating: 'GOOD' } }, member);
  const { id: callFeedbackId } = await api.db.selectFrom('call_feedback').select('id').executeTakeFirstOrThrow();
  const { body: banner } = await ask(routes.addInfoBanner, { body: infoBannerBody() as never });
  const { body: connection } = await ask(routes.addAiConnection, { body: aiServiceBody as never });
  const { id: assistantId } = (await ask(routes.createAssistant, { body: { name: 'Front desk' } })).body;
  await ask(routes.setAssistantUser, {
    params: { assistantId, userId: member.userId },
    body: { canSeeTranscripts: false },
  });
  const { body: agent } = await ask(routes.createAssistantToken, { params: { assistantId }, body: { name: 'Agent' } });
  const { accountId } = world.admin;
  await api.db
    .insertInto('integrations')
    .values({ id: 'i-own', account_id: accountId, name: 'PAPER', last_synced_at: null, next_sync_at: null })
    .execute();
  await newEntry(api.db, Buffer.alloc(32), {
    accountId,
    source: 'PAPER',
    kind: 'call',
    channelId: channel.channelId,
    sessionId: 's-1',
    unit: 'main',
    tenant: null,
    actor: null,
    remoteNumber: null,
    skipReason: null,
  });
  const { id: entryId } = await api.db.selectFrom('crm_writes').select('id').executeTakeFirstOrThrow();
  things = {
    entryId,
    connectionId: connection.id,
    userId: member.userId,
    invitedId: invited.userId,
    importId: imported.id,
    blockId: block.id,
    channelId: channel.channelId,
    phoneId: phone.phoneId,
    trunkId: line.id,
    sipAccountId: account.sipAccountId,
    feedbackId: told.id,
    callFeedbackId,
    bannerId: banner.id,
    assistantId,
    assistantTokenId: agent.id,
    menuId: (await ask(routes.createVoiceMenu, { body: { name: 'Main menu' } })).body.id,
    roomId: (await ask(routes.createConferenceRoom, { body: { name: 'Board', pin: '4711' } })).body.id,
    blockedId: (await ask(routes.blockCallerForAll, { body: { kind: 'anonymous' } })).body.id,
    alarmId: await someAlarm(api.db, member.userId),
    groupId: (await ask(routes.createPagingGroup, { body: { name: 'Shop', number: '7' } })).body.id,
    hoursId: (await ask(routes.createOpeningHours, { body: { name: 'Office' } })).body.id,
    skillId: (await ask(routes.createSkill, { body: { name: 'Returns' } })).body.id,
  };
});
afterAll(() => world.api.stop());

/** What there is of the first company; what comes to be changed of it is no other test's fault. */
let known: Awaited<ReturnType<typeof snapshot>>;
beforeAll(async () => {
  known = await snapshot(world);
});

// That they are for administrators is asked in `src/authorisation.world.test.ts`.
test.each(adminRoutes)(
  '%s shows and changes nothing of another company, and refuses what it cannot read',
  async (name, route) => {
    const sample = samples[name];
    if (!sample) return;
    expect(route.audience).toBe('admin');
    const asked = (request: Sample, who: { token: string }) => world.ask(route, request as never, who);
    const { status, body } = await asked(sample.good(things), world.stranger);
    if (!sample.isOwn) expect(status).toBe(sample.server ? 403 : 404);
    else for (const { userId } of [world.admin, world.member]) expect(JSON.stringify(body)).not.toContain(userId);
    if (sample.bad) {
      const refused = await asked(sample.bad, world.admin);
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    const before = known;
    known = await snapshot(world);
    expect(known).toEqual(before);
  },
);
