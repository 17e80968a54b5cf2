import { describe, expect, test } from 'vitest';
import type { ChannelPlan } from '../../routing/route-plan.ts';
import type { Refusal } from '../call.ts';
import type { CallOrder } from '../call-facts.ts';
import type { RingStage, ServeStage } from '../stage.ts';
import { begin } from '../testing/core-driver.ts';
import { someCaller, someFork } from '../testing/some-call.ts';

const plan: ChannelPlan = {
  kind: 'channel',
  channelId: 'c12',
  cameInOn: null,
  visited: ['c12'],
  at: 'over',
  msLeft: 0,
  rung: [],
};
const busy: Refusal = { status: 486, phrase: 'Busy Here', reason: 'BUSY_HERE' };
const ring = (names: readonly string[], given: Partial<RingStage> = {}): RingStage => ({
  do: 'ring',
  forks: names.map((name) => someFork(name)),
  rings: names.map((name) => `w${name}`),
  ringMs: 15_000,
  shown: { from: 'anonymous', number: '13', channelId: 'c13' },
  events: [],
  leaves: null,
  cameInOn: null,
  plan: null,
  ...given,
});
const voicemail: ServeStage = {
  do: 'serve',
  service: { kind: 'voicemail', channelId: 'c12', docId: 'pbx-session', maxSeconds: 60 },
  events: [],
  leaves: null,
  plan: null,
};
const announcement: ServeStage = { ...voicemail, service: { kind: 'announcement', file: '/a.wav' }, plan };

const of = (orders: readonly CallOrder[], kind: CallOrder['do']) => orders.filter((order) => order.do === kind);
const timedOut = { type: 'timerFired', timer: 'ring' } as const;

/** A call whose first device rang in vain. */
function ranInVain(given: Parameters<typeof begin>[1] = {}) {
  const call = begin([someFork('first')], { plan, ...given });
  call.ring('first');
  call.take(timedOut);
  return call;
}

/** The caller hears us: what the service has ordered so far. */
function answeredByUs(call: ReturnType<typeof begin>) {
  call.take({ type: 'mediaOpened', legId: 'caller', sdp: 'ours' }, { type: 'acknowledged', legId: 'caller' });
  call.take({ type: 'mediaConnected', legId: 'caller' });
  return of(call.orders, 'serve').length;
}

describe('a call with more to try', () => {
  test('asks what comes next instead of refusing, and its devices go quiet', () => {
    const call = ranInVain();
    expect(call.told('first')).toEqual(['invite', 'cancel']);
    expect(call.told('caller')).toEqual(['provisional 180']);
    expect(of(call.orders, 'nextStage')).toEqual([
      { do: 'nextStage', refusal: expect.objectContaining({ status: 480 }) },
    ]);
    expect(call.ended()).toEqual([]);
  });

  test.each([
    ['the only device refuses', { type: 'refused', legId: 'first', status: 486, phrase: 'Busy' } as const, 486],
    ['it cannot be reached', { type: 'unreachable', legId: 'first' } as const, 480],
    ['its user declines by a command', { type: 'hungUp', legId: 'first' } as const, 486],
    ['it has no audio', { type: 'mediaRefused', legId: 'first', code: 'BAD_SDP' } as const, 503],
  ])('asks when %s', (_why, fact, status) => {
    const call = begin([{ ...someFork('first'), mediaKind: 'rtp' }], { plan });
    call.ring('first');
    call.take(fact);
    expect(of(call.orders, 'nextStage')).toMatchObject([{ refusal: { status } }]);
    expect(call.ended()).toEqual([]);
  });

  test('asks only once a page that was lost while it rang has not come back', () => {
    const call = begin([someFork('first')], { plan });
    call.ring('first');
    call.take({ type: 'unreachable', legId: 'first' });
    expect(of(call.orders, 'nextStage')).toEqual([]);
    call.take({ type: 'timerFired', timer: 'return' });
    expect(of(call.orders, 'nextStage')).toMatchObject([{ refusal: { status: 480 } }]);
  });

  test('rings the next devices while the caller stays in 180, and is taken there', () => {
    const call = ranInVain();
    call.take({ type: 'stageChosen', stage: ring(['second']) });
    call.ring('second');
    expect(call.told('caller')).toEqual(['provisional 180']);
    expect(of(call.orders, 'announceRinging')).toHaveLength(2);
    call.talk('second');
    expect(call.told('caller').at(-1)).toBe('answer');
    expect(call.call.state).toBe('talking');
    expect(of(call.orders, 'bridge')).toMatchObject([{ legIds: ['caller', 'second'] }]);
  });

  test('shows the next devices what they ring for, and books them', () => {
    const call = ranInVain();
    const event = {
      channelId: 'c13',
      accountId: 's1',
      docId: 'pbx-session',
      ownerUserId: null,
      direction: 'INCOMING' as const,
      onPhoneNumber: '13',
      remotePhoneNumber: '11',
      remoteUserId: null,
      remoteName: null,
    };
    const leaves = { channelId: 'c12', docId: 'pbx-session' };
    call.take({ type: 'stageChosen', stage: ring(['second'], { events: [event], leaves, cameInOn: 'c12' }) });
    call.take({ type: 'mediaOpened', legId: 'second', sdp: 'offer' });
    expect(of(call.orders, 'bookStage')).toEqual([{ do: 'bookStage', legIds: ['second'], events: [event], leaves }]);
    const invites = call.orders.flatMap((each) =>
      each.do === 'leg' && each.order.do === 'invite' ? [each.order] : [],
    );
    expect(invites.at(-1)?.to).toEqual({ user: '13', name: '13_c13' });
    expect(call.call.cameInOn).toBe('c12');
    expect(call.call.events).toEqual([event]);
  });

  test('gives a device that comes late the event and the ring of the stage that runs', () => {
    const call = ranInVain();
    const second = { ...someFork('second'), remote: { number: '11', name: 'as the second sees it' } };
    call.take({ type: 'stageChosen', stage: ring(['second'], { forks: [second] }) });
    const { target } = someFork('late', 'wsecond');
    if (target?.kind !== 'device') throw new Error('a device was expected');
    const ids = { legId: 'late', sipCallId: 'sip-late', mediaId: 'm-late' };
    call.take({ type: 'deviceCame', contact: target.contact, ids });
    expect(call.fork('late')?.remote.name).toBe('as the second sees it');
    const stranger = { ...target.contact, userId: 'wfirst', endpointId: 'e-again' };
    call.take({ type: 'deviceCame', contact: stranger, ids: { ...ids, legId: 'again' } });
    expect(call.fork('again')).toBeUndefined();
  });

  test('asks again after each stage, and refuses once nothing is left', () => {
    const call = ranInVain();
    call.take({ type: 'stageChosen', stage: ring(['second'], { plan }) });
    call.ring('second');
    call.take(timedOut);
    expect(of(call.orders, 'nextStage')).toHaveLength(2);
    call.take({ type: 'stageChosen', stage: { do: 'end', refusal: busy } });
    expect(call.told('caller')).toEqual(['provisional 180', 'refuse 486']);
    expect(call.ended()).toEqual(['BUSY_HERE']);
  });

  test('lets the caller wait in 180 where nobody rings for a while', () => {
    const call = begin([], { plan, nobody: busy });
    call.take({ type: 'openedBooked' });
    expect(call.told('caller')).toEqual([]);
    call.take({ type: 'stageChosen', stage: ring([], { plan }) });
    expect(call.told('caller')).toEqual(['provisional 180']);
    call.take(timedOut);
    expect(of(call.orders, 'nextStage')).toHaveLength(2);
  });

  test('ends with a caller who gives up while the next stage is looked for; the stage comes too late', () => {
    const call = ranInVain();
    call.take({ type: 'cancelled', legId: 'caller' });
    expect(call.ended()).toEqual(['CANCELLED']);
    call.take({ type: 'stageChosen', stage: ring(['second']) });
    expect(call.fork('second')).toBeUndefined();
    expect(call.told('second')).toEqual([]);
  });

  test('hears a device of an earlier stage that answers late, and ends its leg', () => {
    const call = ranInVain();
    call.take({ type: 'stageChosen', stage: ring(['second']) });
    call.take({ type: 'answered', legId: 'first', sdp: 'late' });
    expect(call.told('first')).toEqual(['invite', 'cancel', 'bye']);
    expect(call.call.state).toBe('ringing');
  });

  test('a timer that fires while the next stage is looked for asks nothing twice', () => {
    const call = ranInVain();
    call.take(timedOut);
    expect(of(call.orders, 'nextStage')).toHaveLength(1);
  });

  test('a stage that nobody asked for is left alone', () => {
    const call = begin([someFork('first')], { plan });
    call.ring('first');
    call.take({ type: 'stageChosen', stage: ring(['second']) });
    expect(call.call.forks.map(({ legId }) => legId)).toEqual(['first']);
  });

  test('a caller who was handed over hears it ring in every stage, and goes back only when nothing is left', () => {
    const waiting = { ...someCaller(), state: 'talking' as const, media: 'open' as const };
    const returnTo = { userId: 'w1', sessionId: 'other', event: null, seenAs: { number: null, name: null } };
    const call = ranInVain({ caller: waiting, returnTo });
    expect(of(call.orders, 'ringBack')).toEqual([]);
    call.take({ type: 'stageChosen', stage: ring(['second']) }, timedOut);
    expect(of(call.orders, 'ringBack')).toHaveLength(1);
  });
});

describe('a service of the exchange', () => {
  test('is served once the caller can hear, and the call ends with it', () => {
    const call = ranInVain();
    call.take({ type: 'stageChosen', stage: voicemail });
    expect(of(call.orders, 'serve')).toEqual([]);
    expect(answeredByUs(call)).toBe(1);
    expect(call.told('caller')).toEqual(['provisional 180', 'answer']);
    call.take({ type: 'serviceOver' });
    expect(call.told('caller').at(-1)).toBe('bye');
    // Nobody took it: that is what the inbox has to know.
    expect(of(call.orders, 'bookEstablished')).toEqual([]);
    expect(call.ended()).toEqual(['TEMPORARILY_UNAVAILABLE']);
  });

  test('ends with a caller who hangs up', () => {
    const call = ranInVain();
    call.take({ type: 'stageChosen', stage: voicemail });
    answeredByUs(call);
    call.take({ type: 'ended', legId: 'caller' });
    expect(call.ended()).toEqual(['HANGUP']);
    expect(of(call.orders, 'closeMedia')).toContainEqual({ do: 'closeMedia', legId: 'caller', mediaId: 'm-caller' });
    call.take({ type: 'serviceOver' });
    expect(call.ended()).toHaveLength(1);
  });

  test('hears the keys of the caller, by audio and by INFO, and nobody else does', () => {
    const call = ranInVain();
    call.take({ type: 'dtmf', legId: 'caller', digit: '5' }, { type: 'stageChosen', stage: voicemail });
    answeredByUs(call);
    call.take(
      { type: 'dtmf', legId: 'caller', digit: '#' },
      { type: 'info', legId: 'caller', digit: '1', durationMs: 100 },
    );
    expect(of(call.orders, 'serviceKey')).toMatchObject([{ digit: '#' }, { digit: '1' }]);
    expect(of(call.orders, 'sendDtmf')).toEqual([]);
  });

  test('before anybody rings leaves the caller on the line, who hears it ring afterwards and is joined immediately', () => {
    const call = begin([], { plan, nobody: busy });
    call.take({ type: 'openedBooked' }, { type: 'stageChosen', stage: announcement });
    answeredByUs(call);
    call.take({ type: 'serviceOver' });
    expect(of(call.orders, 'nextStage')).toHaveLength(2);
    call.take({ type: 'stageChosen', stage: ring(['second']) });
    call.take({ type: 'mediaOpened', legId: 'second', sdp: 'offer' });
    call.take({ type: 'provisional', legId: 'second', status: 180 });
    expect(of(call.orders, 'play')).toMatchObject([{ sound: 'ringback' }]);
    call.take({ type: 'answered', legId: 'second', sdp: 'answer' });
    call.take({ type: 'mediaAgreed', legId: 'second', codec: 'opus' }, { type: 'establishedSettled' });
    expect(call.told('caller')).toEqual(['answer']);
    expect(of(call.orders, 'bridge')).toMatchObject([{ legIds: ['caller', 'second'] }]);
    expect(call.call.state).toBe('talking');
  });

  test('speaks immediately to a caller who is on the line already', () => {
    const waiting = { ...someCaller(), state: 'talking' as const, media: 'connected' as const };
    const call = ranInVain({ caller: waiting });
    call.take({ type: 'stageChosen', stage: voicemail });
    expect(of(call.orders, 'serve')).toHaveLength(1);
    expect(call.told('caller')).toEqual([]);
  });

  test('of a caller without an offer begins when the ACK has brought their answer', () => {
    const call = ranInVain({ caller: { ...someCaller(), offer: null } });
    call.take({ type: 'stageChosen', stage: voicemail }, { type: 'mediaOpened', legId: 'caller', sdp: 'ours' });
    call.take({ type: 'acknowledged', legId: 'caller', sdp: 'theirs' });
    call.take({ type: 'mediaConnected', legId: 'caller' });
    expect(of(call.orders, 'acceptAnswer')).toEqual([{ do: 'acceptAnswer', legId: 'caller', sdp: 'theirs' }]);
    expect(of(call.orders, 'serve')).toHaveLength(1);
  });
});
