import { expect, test } from 'vitest';
import { someCall, someFork } from '../../calls/testing/some-call.ts';
import type {
  Directory,
  DirectoryChannel,
  DirectoryUser,
  EventOpened,
  OutboundPolicy,
  OutsideAsk,
} from '../../ports.ts';
import type { ForwardPlan } from '../../routing/route-plan.ts';
import { plannersOf } from './planners.ts';

const anna: DirectoryUser = {
  userId: 'wanna',
  accountId: 's1',
  displayName: 'Anna',
  isDnd: false,
  privateChannelId: 'ca',
  extension: '11',
  number: '+4930555011',
  country: 'DE',
  areaCode: '30',
};
const phone = { phoneId: 'ph1', userId: 'wanna', number: '+4930555011', address: '192.0.2.7' };
const directory: Directory = {
  userById: async () => anna,
  channelByExtension: async () => null,
  channelByNumber: async () => null,
  channelById: async () => null,
  isMember: async () => true,
  phoneById: async () => phone,
  phoneOf: async () => phone,
  callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
};
const came: EventOpened = {
  channelId: 'ca',
  accountId: 's1',
  docId: 'pbx-session',
  ownerUserId: 'wanna',
  direction: 'INCOMING',
  onPhoneNumber: '+4930555011',
  phoneId: 'ph1',
  remotePhoneNumber: '+4940111',
  remoteUserId: null,
  remoteName: 'Zoe',
};
const plan: ForwardPlan = {
  kind: 'forwards',
  userId: 'wanna',
  endpointId: 'desk',
  contacts: [],
  way: null,
  rest: null,
};
const refusal = { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' } as const;

const forward = async (
  contacts: readonly string[],
  answer: Awaited<ReturnType<OutboundPolicy['mayCall']>> = { allowed: true },
  shows: 'anonymous' | { user: string } = { user: '+4940111' },
  number = '+4940111',
) => {
  const asked: OutsideAsk[] = [];
  const ids: string[] = [];
  const planners = plannersOf({
    directory,
    contactsOf: async () => [],
    newId: () => `id-${ids.push('')}`,
    policy: {
      async mayCall(ask) {
        asked.push(ask);
        return answer;
      },
    },
  });
  const call = someCall([someFork('tab')], {
    events: [{ ...came, onPhoneNumber: '+4930555012', remotePhoneNumber: number }],
    shown: { from: shows, number: '+4930555011', channelId: 'ca' },
  });
  return { asked, stage: await planners.forwards(call, { ...plan, contacts }, refusal) };
};

test('what came by a phone of the classic generation is sent on by that phone, as its user', async () => {
  const { asked, stage } = await forward(['0170 55555']);
  expect(asked).toMatchObject([{ accountId: 's1', userId: 'wanna', e164: '+4917055555', kind: 'forward' }]);
  expect(stage).toMatchObject({
    do: 'ring',
    forks: [{ userId: null, target: { kind: 'phone', phoneId: 'ph1', number: '+4917055555' } }],
    shown: { from: { user: '+4930555011' }, number: '+4917055555' },
    forwarded: { event: { channelId: 'ca' }, outside: '+4917055555' },
    plan: null,
  });
});

test('a caller who hides their number stays hidden there as well', async () => {
  const { stage } = await forward(['017055555'], { allowed: true }, 'anonymous');
  expect(stage).toMatchObject({ do: 'ring', shown: { from: 'anonymous' } });
});

test('the next contact is kept for when the first one does not take the call', async () => {
  const { asked, stage } = await forward(['112', '017055555', '017066666']);
  expect(asked).toHaveLength(1);
  expect(stage).toMatchObject({ plan: { kind: 'forwards', contacts: ['017066666'], way: null } });
});

test('what the user may not call by it is not called', async () => {
  const { asked, stage } = await forward(['017055555'], { allowed: false, status: 503, code: 'LIMIT_REACHED' });
  expect(asked).toHaveLength(1);
  expect(stage).toEqual({ do: 'end', refusal });
});

test('what comes back with the number that the phone shows is not sent on once more', async () => {
  const { asked, stage } = await forward(['017055555'], { allowed: true }, { user: '+4930555011' }, '+4930555011');
  expect(asked).toEqual([]);
  expect(stage).toEqual({ do: 'end', refusal });
});

test.each([
  ['a trunk', false, ['node:node-3', 't1'], []],
  ['another node', true, ['t1'], ['+4930777000']],
])('a call that came by %s goes on to a company elsewhere, by one node at most', async (_by, isByNode, ways, asks) => {
  const asked: OutsideAsk[] = [];
  const line = { trunkId: 't1', address: '192.0.2.1', srtp: 'off' } as const;
  const away: DirectoryChannel = {
    channelId: 'caway',
    accountId: 's9',
    type: 'acd',
    name: 'Away',
    ringSeconds: 20,
    members: [],
    ownerUserId: null,
    extension: null,
    number: '+4930777000',
  };
  const planners = plannersOf({
    directory: { ...directory, channelByNumber: async () => away, isElsewhere: (accountId) => accountId === 's9' },
    contactsOf: async () => [],
    newId: () => 'id',
    policy: {
      async mayCall(ask) {
        asked.push(ask);
        return { allowed: true };
      },
    },
    lines: {
      waysOut: async () => [line],
      wayToCompany: async () => ({ ...line, trunkId: 'node:node-3', node: 'node-3' }),
      emergencyWays: async () => [],
      placeOf: async () => anna,
      chosenSender: async () => null,
      mayShow: async () => false,
      emergencyAddress: async () => null,
      mainNumber: async () => null,
    },
  });
  const { phoneId: _, ...event } = came;
  const call = someCall([someFork('tab')], {
    events: [event],
    shown: { from: { user: '+4940111' }, number: '+4930555011', channelId: 'ca' },
    maxForwards: 20,
    ...(isByNode && { isByNode: true as const }),
  });
  const stage = await planners.forwards(call, { ...plan, contacts: ['+4930777000'] }, refusal);
  if (stage.do !== 'ring') throw new Error(stage.do);
  const left = stage.plan?.kind === 'trunks' ? stage.plan.left : [];
  const [fork] = stage.forks;
  expect([fork?.target, ...left].map((way) => way && 'trunkId' in way && way.trunkId)).toEqual(ways);
  expect(fork?.target).toMatchObject({ maxForwards: 19, diverted: { by: '+4930555011', caller: '+4940111' } });
  expect(asked.map(({ e164 }) => e164)).toEqual(asks);
});
