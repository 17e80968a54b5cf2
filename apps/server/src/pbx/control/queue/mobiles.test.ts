import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import type { DirectoryChannel, OutboundPolicy, OutsideAsk } from '../../ports.ts';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { someLine } from '../../routing/testing/some-line.ts';
import { FakeFloor, type Handset, type Person } from '../testing/fake-floor.ts';

const mobile = '+4917055555';
const message = { ringSeconds: 20, overflow: { kind: 'voicemail' }, voicemail: { enabled: true } };
const sdp = [
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');
const extensions = { anna: '11', ben: '12', cleo: '13', dora: '14' } as const;

let floor: FakeFloor;
let asked: OutsideAsk[];
let answer: Awaited<ReturnType<OutboundPolicy['mayCall']>>;
beforeEach(async () => {
  asked = [];
  answer = { allowed: true };
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

type Mobiles = NonNullable<DirectoryChannel['members'][0]['mobiles']>;

/** This person's line, with a mobile that rings along, and others after it. */
function hasMobile(
  person: Person,
  given: { afterSeconds?: number; number?: string; others?: Mobiles } & Record<string, unknown> = {},
) {
  const { afterSeconds = 0, number = mobile, others = [], ...line } = given;
  const channel = someLine(person, [], { extension: extensions[person], routing: message, ...line });
  const members = [someMember(`w${person}`, { mobiles: [{ number, afterSeconds, times: null }, ...others] })];
  floor.queues.set(`c-${person}`, { ...channel, members });
}
const isGone = (person: Person): void => {
  const at = floor.legs.contacts.findIndex(({ userId }) => userId === `w${person}`);
  floor.legs.contacts.splice(at, 1);
};
const comesTo = async (person: Person): Promise<Handset> => {
  const caller = await floor.dial('anna', person);
  await pass(0);
  return caller;
};
const pass = async (ms: number): Promise<void> => {
  await floor.clock.pass(ms);
  for (let times = 0; times < 4; times += 1) await settle();
};
const rung = () =>
  floor.legs
    .of('invite')
    .map(({ target }) =>
      target.kind === 'device' ? target.contact.userId.slice(1) : `${target.kind} ${target.number}`,
    );
const toMobile = () => floor.legs.of('invite').filter(({ target }) => target.kind === 'trunk');
const leg = (): Handset => {
  const last = toMobile().at(-1);
  if (!last) throw new Error('No mobile was rung.');
  return { legId: last.legId, callId: last.sipCallId };
};
/** Somebody answers at the mobile, or its mailbox does. */
async function answers(): Promise<Handset> {
  const { legId } = leg();
  floor.legs.tell({ type: 'provisional', legId, status: 180 });
  floor.legs.tell({ type: 'answered', legId, sdp });
  await pass(0);
  return leg();
}
const endpointId = (): string => [...floor.media.endpoints.keys()].at(-1) ?? '';
const playing = () => {
  const sound = floor.media.endpoints.get(endpointId())?.sound;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
const played = async (): Promise<void> => {
  floor.media.tell({ type: 'played', endpointId: endpointId() });
  await pass(0);
};
const press = async (digit: string): Promise<void> => {
  floor.media.tell({ type: 'dtmf', endpointId: endpointId(), digit, durationMs: 100 });
  await pass(0);
};

describe('a mobile rings along', () => {
  test('with the phone, on account of its user, and has the call with a key alone', async () => {
    hasMobile('ben');
    const caller = await comesTo('ben');
    expect(rung()).toEqual(['ben', `trunk ${mobile}`]);
    expect(asked).toMatchObject([{ accountId: 's1', userId: 'wben', e164: mobile, kind: 'forward' }]);
    await answers();
    expect(floor.told(caller)).toEqual(['provisional 180']);
    expect(floor.heard()).toEqual([]);
    // Who calls is said digit by digit, then what to press.
    const said: unknown[] = [];
    for (let times = 0; times < 4; times += 1) {
      said.push(playing());
      await played();
    }
    expect(said).toEqual(['mobile-call-from.de.wav', 'digit-1.de.wav', 'digit-1.de.wav', 'mobile-keys.de.wav']);
    await press('1');
    expect(floor.told(caller).at(-1)).toBe('answer');
    expect(floor.told(floor.rung('ben')).at(-1)).toBe('cancel');
    floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
    await pass(0);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.book.lines).toContain('established wben');
    expect(floor.row('ben')?.body).toMatchObject({ channelId: 'c-ben', state: 'talking' });
    expect(floor.book.stages[0]?.legs).toMatchObject([{ userId: 'wben', endpointId: null, mobile }]);
    await floor.hangUp(caller);
    expect(floor.told(leg()).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('a mailbox that presses nothing never has the call, and the phone rings on', async () => {
    hasMobile('ben');
    const caller = await comesTo('ben');
    await floor.ring('ben');
    await answers();
    for (const key of ['5', '#', '0']) await press(key);
    for (const sounds of [4, 1]) {
      for (let times = 0; times < sounds; times += 1) await played();
      await pass(3000);
    }
    expect(floor.told(leg()).at(-1)).toBe('bye');
    expect(floor.told(caller)).toEqual(['provisional 180']);
    await floor.pickUp('ben');
    expect(floor.told(caller).at(-1)).toBe('answer');
    expect(floor.book.lines.filter((line) => line.startsWith('established'))).toEqual(['established wben']);
  });

  test('2 declines for the user: everything is quiet, and the caller can leave a message', async () => {
    hasMobile('ben');
    const caller = await comesTo('ben');
    await floor.ring('ben');
    await answers();
    await press('2');
    expect(floor.told(leg()).at(-1)).toBe('bye');
    expect(floor.told(floor.rung('ben')).at(-1)).toBe('cancel');
    expect(floor.told(caller).at(-1)).toBe('answer');
  });

  test('the phone answers first: the mobile that is being asked is hung up, and a key comes too late', async () => {
    hasMobile('ben');
    const caller = await comesTo('ben');
    await answers();
    await floor.pickUp('ben');
    expect(floor.told(leg()).at(-1)).toBe('bye');
    await press('1');
    expect(floor.book.lines.filter((line) => line.startsWith('established'))).toHaveLength(1);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each([486, 603, 480, 503, 404])('a mobile that says %i ends nothing', async (status) => {
    hasMobile('ben');
    const caller = await comesTo('ben');
    await floor.ring('ben');
    floor.legs.tell({ type: 'refused', legId: leg().legId, status, phrase: 'No' });
    await pass(0);
    expect(floor.told(caller)).toEqual(['provisional 180']);
    await floor.pickUp('ben');
    expect(floor.told(caller).at(-1)).toBe('answer');
  });

  test('by another trunk where the first one is not there, as one call', async () => {
    isGone('ben');
    hasMobile('ben');
    floor.trunks.push({ trunkId: 't2', address: '192.0.2.2', srtp: 'off' });
    const caller = await comesTo('ben');
    floor.legs.tell({ type: 'unreachable', legId: leg().legId });
    await pass(0);
    const by = toMobile().flatMap(({ target }) => (target.kind === 'trunk' ? [target.trunkId] : []));
    expect(by).toEqual(['t1', 't2']);
    floor.legs.tell({ type: 'refused', legId: leg().legId, status: 503, phrase: 'No' });
    await pass(0);
    expect(toMobile()).toHaveLength(2);
    expect(floor.told(caller).at(-1)).toBe('answer');
  });

  test('what a mobile network says while it rings, the caller does not hear', async () => {
    hasMobile('ben');
    const caller = await comesTo('ben');
    floor.legs.tell({ type: 'provisional', legId: leg().legId, status: 183, sdp });
    await pass(0);
    expect(floor.told(caller)).toEqual(['provisional 180']);
    expect(floor.heard()).toEqual([]);
  });

  test('after its time, and not where the phone was faster', async () => {
    hasMobile('ben', { afterSeconds: 10 });
    const caller = await comesTo('ben');
    await pass(9000);
    expect(rung()).toEqual(['ben']);
    await pass(1000);
    expect(rung()).toEqual(['ben', `trunk ${mobile}`]);
    await floor.hangUp(caller);
    await comesTo('ben');
    await floor.pickUp('ben');
    await pass(20_000);
    expect(toMobile()).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  test('immediately where the only device cannot be rung after all', async () => {
    hasMobile('ben', { afterSeconds: 30 });
    const caller = await comesTo('ben');
    expect(rung()).toEqual(['ben']);
    floor.legs.tell({ type: 'refused', legId: floor.rung('ben').legId, status: 480, phrase: 'Gone' });
    await pass(0);
    expect(rung()).toEqual(['ben', `trunk ${mobile}`]);
    await floor.hangUp(caller);
  });

  test('immediately where its user has no device', async () => {
    isGone('ben');
    hasMobile('ben', { afterSeconds: 30 });
    const caller = await comesTo('ben');
    expect(rung()).toEqual([`trunk ${mobile}`]);
    await answers();
    await press('1');
    expect(floor.told(caller).at(-1)).toBe('answer');
    expect(await floor.isQuiet()).toBe(false);
  });

  test('who was asked when the ring time ended may still press a key, and no longer', async () => {
    hasMobile('ben', { afterSeconds: 18 });
    const caller = await comesTo('ben');
    await floor.ring('ben');
    await pass(18_000);
    await answers();
    await pass(5000);
    expect(floor.told(caller)).toEqual(['provisional 180']);
    await floor.hangUp(leg());
    await pass(0);
    expect(floor.told(caller).at(-1)).toBe('answer');
    expect(floor.told(floor.rung('ben')).at(-1)).toBe('cancel');
  });
});

describe('a mobile does not ring', () => {
  test('where the guard of calls outside refuses it, and a user with nothing else is not there', async () => {
    answer = { allowed: false, status: 403, code: 'DESTINATION_BARRED' };
    isGone('ben');
    hasMobile('ben');
    const caller = await comesTo('ben');
    expect(asked).toHaveLength(1);
    expect(rung()).toEqual([]);
    expect(floor.told(caller).at(-1)).toBe('answer');
  });

  test('where it is a number of this server, or there is no trunk', async () => {
    hasMobile('ben', { number: '+4930555777' });
    floor.queues.set('queue', someQueue([], {}, { channelId: 'queue', number: '+4930555777' }));
    await comesTo('ben');
    hasMobile('cleo');
    floor.trunks.length = 0;
    await comesTo('cleo');
    expect(rung()).toEqual(['ben', 'cleo']);
  });

  test('for a second call while another one rings or has it', async () => {
    hasMobile('ben');
    hasMobile('cleo');
    await comesTo('ben');
    await floor.dial('dora', 'cleo');
    await pass(0);
    expect(rung()).toEqual(['ben', `trunk ${mobile}`, 'cleo']);
  });

  test('where the user declined on the phone before its time', async () => {
    hasMobile('ben', { afterSeconds: 5 });
    await comesTo('ben');
    floor.legs.tell({
      type: 'refused',
      legId: floor.rung('ben').legId,
      status: 486,
      phrase: 'Busy Here',
      reason: { cause: 603 },
    });
    await pass(6000);
    expect(toMobile()).toEqual([]);
  });

  test('for a call that comes from it, or shows a number of ours', async () => {
    hasMobile('ben');
    const line = floor.queues.get('c-ben');
    if (line) floor.queues.set('c-ben', { ...line, number: '+4930555012' });
    for (const number of [mobile, '+4930555012', '+4930555000']) {
      floor.legs.tell({
        type: 'invited',
        legId: `come ${number}`,
        sipCallId: `sip ${number}`,
        called: '+4930555012',
        media: 'rtp',
        address: '192.0.2.1',
        from: {
          kind: 'trunk',
          number,
          name: null,
          maxForwards: 70,
          trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555012', numberForm: 'e164' }],
        },
      });
      await pass(0);
    }
    expect(rung()).toEqual(['ben', 'ben', 'ben']);
  });
});

test('a trunk learns who was called and who calls, and a call that one of ours sent before rings no mobile', async () => {
  hasMobile('ben');
  const line = floor.queues.get('c-ben');
  if (line) floor.queues.set('c-ben', { ...line, number: '+4930555012' });
  const comes = async (legId: string, diverted: readonly string[]) => {
    floor.legs.tell({
      type: 'invited',
      legId,
      sipCallId: `sip-${legId}`,
      called: '+4930555012',
      media: 'rtp',
      address: '192.0.2.1',
      from: {
        kind: 'trunk',
        number: '+4940111222',
        name: null,
        maxForwards: 70,
        diverted,
        trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555012', numberForm: 'e164' }],
      },
    });
    await pass(0);
  };
  await comes('one', ['+4940777']);
  expect(toMobile()).toMatchObject([
    { target: { diverted: { by: '+4930555012', reason: 'follow-me', before: ['+4940777'], caller: '+4940111222' } } },
  ]);
  floor.legs.tell({ type: 'cancelled', legId: 'one' });
  floor.legs.tell({ type: 'refused', legId: leg().legId, status: 487, phrase: 'Request Terminated' });
  await pass(0);
  await comes('two', ['+4917055555', '+4930555012']);
  expect(toMobile()).toHaveLength(1);
});

test('agents of a shared channel ring at their mobiles as well, and the call is claimed for them', async () => {
  const queue = someQueue(['wben', 'wcleo'], {}, { channelId: 'queue', extension: '20' });
  const members = queue.members.map((member) =>
    member.userId === 'wben' ? { ...member, mobiles: [{ number: mobile, afterSeconds: 0, times: null }] } : member,
  );
  floor.queues.set('queue', { ...queue, members });
  const caller = await floor.dial('anna', '20');
  await pass(0);
  expect(rung().sort()).toEqual(['ben', 'cleo', `trunk ${mobile}`]);
  await answers();
  await press('1');
  expect(floor.told(caller).at(-1)).toBe('answer');
  expect(floor.told(floor.rung('cleo')).at(-1)).toBe('cancel');
  expect(floor.book.lines).toContain('established wben');
});
