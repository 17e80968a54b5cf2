import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import type { OutboundPolicy, OutsideAsk } from '../../ports.ts';
import { FakeFloor, type Handset, type Person } from '../testing/fake-floor.ts';

const mobile = '+4917055555';
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

/** The phone that rang last for this person names others instead. */
const sends = async (person: Person, contacts: readonly string[], status = 302) => {
  const { legId } = floor.rung(person);
  floor.legs.tell({ type: 'refused', legId, status, phrase: 'Moved Temporarily', contacts });
  // Each contact is looked up by itself.
  for (const _ of ['', ...contacts]) await settle();
};
/** Who was rung, by name, or the number that was called outside, in order. */
const rung = () =>
  floor.legs
    .of('invite')
    .map(({ target }) =>
      target.kind === 'device' ? target.contact.userId.slice(1) : `${target.kind} ${target.number}`,
    );
const trunkLeg = (): Handset => {
  const last = floor.legs.of('invite').findLast(({ target }) => target.kind === 'trunk');
  if (!last) throw new Error('No call left.');
  return { legId: last.legId, callId: last.sipCallId };
};
const team = (given: object, members: readonly Person[] = []) =>
  floor.queues.set('cteam', {
    channelId: 'cteam',
    accountId: 's1',
    type: 'acd',
    name: 'Team',
    ringSeconds: 20,
    ownerUserId: null,
    members: members.map((person) => ({
      userId: `w${person}`,
      displayName: person,
      dialedIn: true,
      isDnd: false,
    })),
    extension: '20',
    number: '+4930555020',
    routing: channelRouting.parse(given),
  });

test('a phone sends a call to a colleague: the caller hears of it, and talks to the colleague', async () => {
  const caller = await floor.dial('anna', 'ben');
  await sends('ben', ['13']);
  expect(rung()).toEqual(['ben', 'cleo']);
  // Whose line sent it on is for phones to show.
  expect(floor.legs.of('invite').map(({ via }) => via)).toEqual([undefined, 'ben']);
  expect(floor.told(caller)).toEqual(['provisional 181']);
  await floor.ring('cleo');
  await floor.pickUp('cleo');
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await settle();
  expect(floor.told(caller)).toEqual(['provisional 181', 'provisional 180', 'answer']);
  expect(floor.row('cleo')?.body).toMatchObject({ channelId: 'c-cleo', originalChannelId: 'c-ben', number: '11' });
  expect(asked).toEqual([]);
  await floor.hangUp(caller);
  expect(await floor.isQuiet()).toBe(true);
});

test('the inbox of the line says where its call went, and that of the target where it came from', async () => {
  const caller = await floor.dial('anna', 'ben');
  await sends('ben', ['13']);
  expect(floor.book.stages).toMatchObject([
    {
      events: [{ channelId: 'c-cleo', ownerUserId: 'wcleo', originalChannelId: 'c-ben', onPhoneNumber: '12' }],
      leaves: { channelId: 'c-ben' },
    },
  ]);
  await floor.hangUp(caller);
});

test('a phone sends a call outside, on account of its user and with their number', async () => {
  const caller = await floor.dial('anna', 'ben');
  await sends('ben', ['0170 55555']);
  expect(asked).toMatchObject([{ accountId: 's1', userId: 'wben', e164: mobile, kind: 'forward' }]);
  expect(rung()).toEqual(['ben', `trunk ${mobile}`]);
  expect(floor.legs.of('invite').at(-1)).toMatchObject({ from: { user: '+4930555000' } });
  expect(floor.told(caller)).toEqual(['provisional 181']);
  expect(floor.book.stages).toMatchObject([
    { events: [], leaves: null, forwardedTo: { event: { channelId: 'c-ben' }, number: mobile } },
  ]);
  const outside = trunkLeg();
  floor.legs.tell({ type: 'provisional', legId: outside.legId, status: 180 });
  floor.legs.tell({ type: 'answered', legId: outside.legId, sdp });
  await settle();
  expect(floor.told(caller)).toEqual(['provisional 181', 'provisional 180', 'answer']);
  await floor.hangUp(outside);
  expect(await floor.isQuiet()).toBe(true);
});

test('a caller who hides their number stays hidden where the call goes', async () => {
  floor.queues.set('c-x', {
    channelId: 'c-x',
    accountId: 's1',
    type: 'private',
    name: null,
    ringSeconds: 20,
    ownerUserId: 'wben',
    members: [{ userId: 'wben', displayName: 'ben', dialedIn: true, isDnd: false }],
    extension: '77',
    number: '+4930555077',
  });
  floor.legs.tell({
    type: 'invited',
    legId: 'come',
    sipCallId: 'sip-come',
    called: '+4930555077',
    media: 'rtp',
    address: '192.0.2.1',
    offer: sdp,
    from: {
      kind: 'trunk',
      number: null,
      name: null,
      maxForwards: 70,
      trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555077', numberForm: 'e164' }],
    },
  });
  await settle();
  await sends('ben', [mobile]);
  const last = floor.legs.of('invite').at(-1);
  expect(last).toMatchObject({ from: 'anonymous', target: { kind: 'trunk', number: mobile, maxForwards: 69 } });
});

test('all devices of the line go quiet when one of them forwards', async () => {
  floor.legs.register('wben', 'webrtc', 'app-ben');
  const caller = await floor.dial('anna', 'ben');
  const [desk, app] = floor.legs.of('invite');
  floor.legs.tell({ type: 'provisional', legId: app?.legId ?? '', status: 180 });
  floor.legs.tell({ type: 'refused', legId: desk?.legId ?? '', status: 302, phrase: 'Moved', contacts: ['13'] });
  await settle();
  expect(floor.legs.of('cancel').map(({ legId }) => legId)).toEqual([app?.legId]);
  expect(rung()).toEqual(['ben', 'ben', 'cleo']);
  // Nor does one that registers only now.
  floor.legs.register('wben', 'webrtc', 'late-ben');
  await settle();
  expect(rung()).toHaveLength(3);
  await floor.hangUp(caller);
});

describe('nobody is called where a phone sends its calls to', () => {
  test.each([
    ['an emergency number', ['112']],
    ['an emergency number with its country', ['110']],
    ['the echo test', ['*43']],
    ['the recording of a greeting', ['*98']],
    ['a code that nobody knows', ['*72']],
    ['itself', ['12']],
    ['the caller', ['11']],
    ['nobody', ['99']],
    ['words', ['mailbox']],
  ])('%s', async (_what, contacts) => {
    floor.helpTrunks.push({ trunkId: 't1', address: '192.0.2.1', srtp: 'off' });
    const caller = await floor.dial('anna', 'ben');
    await sends('ben', contacts);
    expect(rung()).toEqual(['ben']);
    expect(asked).toEqual([]);
    expect(floor.told(caller)).toEqual(['refuse 480']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('what the user may not call', async () => {
    answer = { allowed: false, status: 403, code: 'DESTINATION_BARRED' };
    const caller = await floor.dial('anna', 'ben');
    await sends('ben', [mobile]);
    expect(asked).toHaveLength(1);
    expect(rung()).toEqual(['ben']);
    expect(floor.told(caller)).toEqual(['refuse 480']);
  });

  test('what names nobody at all', async () => {
    const caller = await floor.dial('anna', 'ben');
    await sends('ben', []);
    expect(floor.told(caller)).toEqual(['refuse 480']);
  });
});

test('phones that send their calls to one another end after one round', async () => {
  const caller = await floor.dial('anna', 'ben');
  await sends('ben', ['13']);
  await sends('cleo', ['12']);
  expect(rung()).toEqual(['ben', 'cleo']);
  expect(floor.told(caller)).toEqual(['provisional 181', 'refuse 480']);
  expect(await floor.isQuiet()).toBe(true);
});

test('a call that was forwarded often enough goes no further', async () => {
  const ownerOf = (at: number): Person => (at % 2 === 0 ? 'cleo' : 'dora');
  for (let at = 1; at <= 9; at += 1) {
    const owner = ownerOf(at);
    floor.queues.set(`c-chain${at}`, {
      channelId: `c-chain${at}`,
      accountId: 's1',
      type: 'private',
      name: null,
      ringSeconds: 20,
      members: [{ userId: `w${owner}`, displayName: owner, dialedIn: true, isDnd: false }],
      ownerUserId: `w${owner}`,
      extension: `${300 + at}`,
      number: null,
    });
  }
  await floor.dial('anna', 'ben');
  await sends('ben', ['301']);
  for (let at = 2; at <= 9; at += 1) await sends(ownerOf(at - 1), [`${300 + at}`]);
  expect(rung()).toEqual(['ben', ...[1, 2, 3, 4, 5, 6, 7].map(ownerOf)]);
});

test('of several contacts the next one is tried when one cannot be called or does not take it', async () => {
  const caller = await floor.dial('anna', 'ben');
  await sends('ben', ['112', mobile, '13', '14']);
  expect(rung()).toEqual(['ben', `trunk ${mobile}`]);
  floor.legs.tell({ type: 'refused', legId: trunkLeg().legId, status: 486, phrase: 'Busy Here' });
  await settle();
  expect(rung()).toEqual(['ben', `trunk ${mobile}`, 'cleo']);
  await floor.refuse('cleo');
  expect(rung()).toEqual(['ben', `trunk ${mobile}`, 'cleo', 'dora']);
  await floor.refuse('dora');
  expect(floor.told(caller)).toEqual(['provisional 181', 'provisional 181', 'provisional 181', 'refuse 486']);
  expect(await floor.isQuiet()).toBe(true);
});

test('the second trunk carries a forwarded call when the first one is not there, and nobody is asked again', async () => {
  floor.trunks.push({ trunkId: 't2', address: '192.0.2.2', srtp: 'off' });
  await floor.dial('anna', 'ben');
  await sends('ben', [mobile, '13']);
  floor.legs.tell({ type: 'unreachable', legId: trunkLeg().legId });
  await settle();
  expect(floor.legs.of('invite').map(({ target }) => (target.kind === 'trunk' ? target.trunkId : ''))).toEqual([
    '',
    't1',
    't2',
  ]);
  floor.legs.tell({ type: 'unreachable', legId: trunkLeg().legId });
  await settle();
  expect(rung().at(-1)).toBe('cleo');
  expect(asked).toHaveLength(1);
});

describe('what the line does when nobody takes calls', () => {
  const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true } };
  const line = (given: object) =>
    floor.queues.set('c-line', {
      channelId: 'c-line',
      accountId: 's1',
      type: 'private',
      name: null,
      ringSeconds: 20,
      ownerUserId: 'wben',
      members: [{ userId: 'wben', displayName: 'ben', dialedIn: true, isDnd: false }],
      extension: '77',
      number: null,
      routing: channelRouting.parse(given),
    });

  test('it does when its phone names nobody who can be called', async () => {
    line(voicemail);
    const caller = await floor.dial('anna', '77');
    await sends('ben', ['112']);
    expect(floor.told(caller)).toEqual(['answer']);
  });

  test('it does when nobody outside takes the call', async () => {
    line(voicemail);
    const caller = await floor.dial('anna', '77');
    await sends('ben', [mobile]);
    floor.legs.tell({ type: 'refused', legId: trunkLeg().legId, status: 486, phrase: 'Busy Here' });
    await settle();
    expect(floor.told(caller)).toEqual(['provisional 181', 'answer']);
  });

  test('it does not when a colleague does not take it, who sees it as missed', async () => {
    line(voicemail);
    const caller = await floor.dial('anna', '77');
    await sends('ben', ['13']);
    await floor.refuse('cleo');
    expect(floor.told(caller)).toEqual(['provisional 181', 'refuse 486']);
  });
});

test('a member of a shared channel leads nobody away from the others', async () => {
  team({ strategy: 'all-at-once' }, ['ben', 'cleo']);
  const caller = await floor.dial('anna', '20');
  await sends('ben', ['14', mobile]);
  expect(rung()).toEqual(['ben', 'cleo']);
  expect(floor.legs.of('cancel')).toEqual([]);
  await floor.ring('cleo');
  await floor.pickUp('cleo');
  expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
});

test('a phone sends a call to a queue, whose members are claimed for that very call', async () => {
  team({ strategy: 'all-at-once' }, ['cleo']);
  const caller = await floor.dial('anna', 'ben');
  await sends('ben', ['20']);
  expect(rung()).toEqual(['ben', 'cleo']);
  await floor.hangUp(caller);
  expect(await floor.isQuiet()).toBe(true);
});

test('a call that comes back to the user who handed it over is not sent on by their phone', async () => {
  const [caller, ben] = await floor.talk('anna', 'ben');
  await floor.exchange.transferBlindly('wben', { id: ben.callId }, '13');
  await settle();
  await floor.refuse('cleo');
  await sends('ben', ['14']);
  expect(rung()).not.toContain('dora');
  expect(floor.told(caller).at(-1)).toBe('bye');
});

test('what a trunk names instead of a number is not followed', async () => {
  const caller = await floor.dial('anna', mobile);
  const { legId } = trunkLeg();
  floor.legs.tell({ type: 'refused', legId, status: 302, phrase: 'Moved', contacts: ['13', '+4917066666'] });
  await settle();
  expect(rung()).toEqual([`trunk ${mobile}`]);
  expect(floor.told(caller)).toEqual(['refuse 480']);
});

test('a caller who gives up while it is found out where the call goes hears nothing further', async () => {
  const caller = await floor.dial('anna', 'ben');
  const { legId } = floor.rung('ben');
  floor.legs.tell({ type: 'refused', legId, status: 302, phrase: 'Moved', contacts: ['13'] });
  floor.legs.tell({ type: 'cancelled', legId: caller.legId });
  await settle();
  expect(rung()).toEqual(['ben']);
  expect(await floor.isQuiet()).toBe(true);
});
