import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../calls/testing/fake-clock.ts';
import type { OutboundPolicy, OutsideAsk } from '../ports.ts';
import { FakeFloor, type Handset } from './testing/fake-floor.ts';

const outside = '+4940555000';
const sdp = [
  'v=0',
  'o=- 9 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

let floor: FakeFloor;
let asked: OutsideAsk[];
let answer: Awaited<ReturnType<OutboundPolicy['mayCall']>>;
beforeEach(async () => {
  asked = [];
  floor = new FakeFloor();
  floor.policy = {
    async mayCall(ask) {
      asked.push(ask);
      return answer;
    },
  };
  await FakeFloor.open(floor);
  floor.trunks.push({ trunkId: 't1', address: '192.0.2.1', srtp: 'off' });
});

const left = () => floor.legs.of('invite').flatMap(({ target }) => (target.kind === 'trunk' ? [target.number] : []));

const target = { number: outside, ownNumber: null, sessionId: null };
const refused = (work: Promise<unknown>) => work.catch(() => undefined);

/** From a call of Anna and Ben. */
const talking = async (go: (ben: Handset) => unknown) => {
  const [, ben] = await floor.talk('anna', 'ben');
  await go(ben);
  await settle();
};
const team = (given: object) =>
  floor.queues.set('cteam', {
    channelId: 'cteam',
    accountId: 's1',
    type: 'acd',
    name: 'Team',
    ringSeconds: 20,
    ownerUserId: null,
    members: [],
    extension: '20',
    number: '+4930555020',
    routing: channelRouting.parse(given),
  });
const come = async () => {
  floor.legs.tell({
    type: 'invited',
    legId: 'come',
    sipCallId: 'sip-come',
    called: '+4930555020',
    media: 'rtp',
    address: '192.0.2.1',
    offer: sdp,
    from: {
      kind: 'trunk',
      number: '+4940555111',
      name: null,
      maxForwards: 70,
      trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555020', numberForm: 'e164' }],
    },
  });
  await settle();
};
const destination = { kind: 'number', number: outside };

/** Every way in which the house calls a number outside. */
const ways: readonly (readonly [way: string, kind: OutsideAsk['kind'], go: () => Promise<unknown>])[] = [
  ['a call from a device', 'call', () => floor.dial('anna', outside)],
  ['a call with the prefix of another country', 'call', () => floor.dial('anna', '0049 40 555000')],
  [
    'a click to dial, from the app, a link or another program',
    'call',
    async () => {
      await refused(floor.exchange.startCall('wanna', { ...target, channelId: null }));
      await settle();
      if (answer.allowed) await floor.pickUp('anna');
    },
  ],
  [
    'asking somebody first, for a transfer or a conference',
    'transfer',
    () => talking((ben) => refused(floor.exchange.startTransfer('wben', { id: ben.callId }, target))),
  ],
  [
    'a transfer without asking',
    'transfer',
    () => talking((ben) => refused(floor.exchange.transferBlindly('wben', { id: ben.callId }, outside))),
  ],
  [
    'REFER of a phone',
    'transfer',
    () => talking(({ legId }) => floor.legs.tell({ type: 'referred', legId, referId: 'r', number: outside })),
  ],
  [
    'the overflow of a channel, for a caller from outside',
    'forward',
    async () => {
      team({ overflow: destination });
      await come();
    },
  ],
  [
    'the overflow of a channel, for a colleague',
    'forward',
    async () => {
      team({ overflow: destination });
      await floor.dial('anna', '20');
    },
  ],
  [
    'a phone that sends the calls of a colleague elsewhere',
    'forward',
    async () => {
      await floor.dial('anna', 'ben');
      await elsewhere();
    },
  ],
  [
    'a phone that sends a call elsewhere that was handed over to it',
    'forward',
    async () => {
      const [, cleo] = await floor.talk('anna', 'cleo');
      await refused(floor.exchange.transferBlindly('wcleo', { id: cleo.callId }, '12'));
      await settle();
      await elsewhere();
    },
  ],
];

const elsewhere = async () => {
  const { legId } = floor.rung('ben');
  floor.legs.tell({ type: 'refused', legId, status: 302, phrase: 'Moved Temporarily', contacts: [outside] });
  await settle();
};

describe.each(ways)('%s', (_way, kind, go) => {
  test('asks the guard about the number that leaves, once, and leaves', async () => {
    answer = { allowed: true };
    await go();
    await settle();
    expect(asked).toMatchObject([{ accountId: 's1', e164: outside, kind }]);
    expect(left()).toEqual([outside]);
  });

  test('goes nowhere when the guard refuses', async () => {
    answer = { allowed: false, status: 403, code: 'DESTINATION_BARRED' };
    await go();
    await settle();
    expect(asked).toHaveLength(1);
    expect(left()).toEqual([]);
  });
});
