import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Person } from '../testing/fake-floor.ts';

const offer = [
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');
const [marta, otto] = ['+4940555111', '+4940555222'];

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
  floor.trunks.push({ trunkId: 't1', address: '192.0.2.9', srtp: 'off' });
  opens();
});

/** A queue of these members, whose callers may be called back. */
function opens(waiting: object = {}, routing: object = {}, members: readonly string[] = ['ben']): void {
  const queue = { waiting: { callBack: {}, ...waiting }, ...routing };
  const channel = { channelId: 'queue', extension: '20', number: '+4930555020' };
  floor.queues.set(
    'queue',
    someQueue(
      members.map((name) => someMember(`w${name}`)),
      queue,
      channel,
    ),
  );
}
/** A member has their follow-up time, or has done it. */
function isBusy(name: string, isOn: boolean): void {
  const channel = floor.queues.get('queue');
  if (!channel) throw new Error('there is no queue');
  const followUpUntil = isOn ? new Date('2099-01-01') : null;
  const members = channel.members.map((each) => (each.userId === `w${name}` ? { ...each, followUpUntil } : each));
  floor.queues.set('queue', { ...channel, members });
}

let count = 0;
/** Somebody outside who waits, on the line. */
async function comes(number: string | null) {
  count += 1;
  const legId = `outside-${count}`;
  const before = new Set(floor.media.endpoints.keys());
  floor.legs.tell({
    type: 'invited',
    legId,
    sipCallId: `sip-${legId}`,
    called: '+4930555020',
    media: 'rtp',
    address: '192.0.2.1',
    offer,
    from: {
      kind: 'trunk',
      number,
      name: null,
      maxForwards: 70,
      trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555020', numberForm: 'e164' }],
    },
  });
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId });
  await floor.clock.pass(0);
  const endpointId = [...floor.media.endpoints.keys()].find((each) => !before.has(each)) ?? '';
  return { legId, callId: `sip-${legId}`, endpointId };
}
type Caller = Awaited<ReturnType<typeof comes>>;

const playing = ({ endpointId }: Caller) => {
  const sound = floor.media.endpoints.get(endpointId)?.sound ?? null;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
async function played({ endpointId }: Caller): Promise<void> {
  floor.media.tell({ type: 'played', endpointId });
  await floor.clock.pass(0);
}
async function presses({ legId }: Caller, digit = '1'): Promise<void> {
  floor.legs.tell({ type: 'info', legId, digit, durationMs: 100 });
  await floor.clock.pass(0);
}
/** Somebody waits, presses 1 and hangs up. */
async function leavesTheirNumber(number: string): Promise<void> {
  const caller = await comes(number);
  await played(caller);
  await presses(caller);
  expect(playing(caller)).toBe('call-back-kept.de.wav');
  await floor.hangUp(caller);
}
const invitesOf = (person: Person) =>
  floor.legs.of('invite').filter(({ target }) => target.kind === 'device' && target.contact.userId === `w${person}`);
const calledOutside = () =>
  floor.legs.of('invite').flatMap(({ target }) => (target.kind === 'trunk' ? [target.number] : []));
const lastOutside = () => {
  const last = floor.legs.of('invite').findLast(({ target }) => target.kind === 'trunk');
  if (!last) throw new Error('nobody outside was called');
  return { legId: last.legId, callId: last.sipCallId };
};
async function answersOutside(): Promise<void> {
  floor.legs.tell({ type: 'answered', legId: lastOutside().legId, sdp: offer });
  await settle();
}
const onBoard = () => floor.board.of('queue').map(({ number, isCallBack = false }) => `${number} ${isCallBack}`);

describe('a caller in a queue', () => {
  test('hears what to press, is told that the place is kept, and is called by the member who is free first', async () => {
    isBusy('ben', true);
    const caller = await comes(marta);
    expect(playing(caller)).toBe('call-back-offer.de.wav');
    await played(caller);
    expect(playing(caller)).toBe('music.wav');
    await presses(caller);
    expect(playing(caller)).toBe('call-back-kept.de.wav');
    await floor.hangUp(caller);
    expect(floor.callBacks.places.size).toBe(1);
    expect(onBoard()).toEqual([`${marta} true`]);
    isBusy('ben', false);
    await floor.clock.pass(2000);
    expect(invitesOf('ben')).toMatchObject([{ from: { user: marta, name: 'Rückruf: +49 40 555111' } }]);
    await floor.ring('ben');
    await floor.pickUp('ben');
    expect(calledOutside()).toEqual([marta]);
    expect(floor.book.calls.at(-1)?.events).toMatchObject([
      { direction: 'OUTGOING', channelId: 'queue', remotePhoneNumber: marta, ownerUserId: 'wben' },
    ]);
    await answersOutside();
    expect(floor.heard()).toHaveLength(1);
    expect(floor.callBacks.ends).toEqual([`${marta} done`]);
    expect(onBoard()).toEqual([]);
    await floor.hangUp(lastOutside());
    expect(floor.agents.ended).toEqual(['wben queue']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is put through the confirmation to its end, and the call is over', async () => {
    isBusy('ben', true);
    const caller = await comes(marta);
    await presses(caller);
    expect(playing(caller)).toBe('call-back-kept.de.wav');
    await played(caller);
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
  });

  test('hears the own prompt of the queue, and other keys mean nothing', async () => {
    opens({ callBack: { promptId: 'ours' } });
    isBusy('ben', true);
    const caller = await comes(marta);
    expect(playing(caller)).toBe('ours.wav');
    await played(caller);
    await presses(caller, '2');
    expect(playing(caller)).toBe('music.wav');
    expect(floor.callBacks.places.size).toBe(0);
  });

  test.each([
    ['hides their number', null],
    ['must not be called', '+4940555999'],
    ['has a number of ours', '+4930555020'],
  ])('who %s is told so and waits on in the same place', async (_what, number) => {
    floor.callBacks.barred.add('+4940555999');
    isBusy('ben', true);
    const caller = await comes(number);
    await played(caller);
    await floor.clock.pass(100);
    const other = await comes(otto);
    await played(other);
    await presses(caller);
    expect(playing(caller)).toBe('call-back-refused.de.wav');
    await played(caller);
    expect(playing(caller)).toBe('music.wav');
    await presses(caller);
    expect(playing(caller)).toBe('music.wav');
    isBusy('ben', false);
    await floor.clock.pass(3000);
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(caller.endpointId)?.bridgedWith).not.toBeNull();
  });

  test('hears about how long it takes where that is known, before what to press', async () => {
    opens({ tellsWait: true });
    isBusy('ben', true);
    expect(playing(await comes(marta))).toBe('call-back-offer.de.wav');
    floor.callSeconds = 100;
    await floor.clock.pass(100);
    const second = await comes(otto);
    expect(playing(second)).toBe('wait-4.de.wav');
    await played(second);
    expect(playing(second)).toBe('call-back-offer.de.wav');
  });

  test('is offered nothing where the queue calls nobody back', async () => {
    opens({ callBack: null });
    isBusy('ben', true);
    const caller = await comes(marta);
    expect(playing(caller)).toBe('music.wav');
    await presses(caller);
    expect(playing(caller)).toBe('music.wav');
  });

  test('may press while members ring, who go quiet', async () => {
    isBusy('ben', true);
    const caller = await comes(marta);
    await played(caller);
    isBusy('ben', false);
    await floor.clock.pass(2000);
    await floor.ring('ben');
    await presses(caller);
    expect(playing(caller)).toBe('call-back-kept.de.wav');
    expect(floor.told(floor.rung('ben'))).toEqual(['invite', 'cancel']);
  });
});

describe('a place that is kept', () => {
  test('is ahead of callers who came later, and they are not held up once members ring for it', async () => {
    opens({}, { strategy: 'fixed-order' }, ['ben', 'cleo']);
    isBusy('ben', true);
    isBusy('cleo', true);
    await leavesTheirNumber(marta);
    await floor.clock.pass(500);
    const later = await comes(otto);
    await played(later);
    isBusy('ben', false);
    await floor.clock.pass(4000);
    expect(invitesOf('ben')).toMatchObject([{ from: { user: marta } }]);
    isBusy('cleo', false);
    await floor.clock.pass(4000);
    expect(invitesOf('cleo')).toMatchObject([{ from: { user: otto } }]);
    expect(new Set(floor.agents.claims.values()).size).toBe(2);
  });

  test('counts as one that is ahead, and not for the longest queue', async () => {
    opens({ positionEverySeconds: 600, mostCallers: 1 });
    isBusy('ben', true);
    const first = await comes(marta);
    expect(playing(first)).toBe('place-1.de.wav');
    await played(first);
    await played(first);
    await presses(first);
    await floor.hangUp(first);
    await floor.clock.pass(100);
    const second = await comes(otto);
    expect(playing(second)).toBe('place-2.de.wav');
  });

  test('is tried three times, five minutes apart, whatever the other side says', async () => {
    isBusy('ben', true);
    await leavesTheirNumber(marta);
    isBusy('ben', false);
    for (const tries of [1, 2, 3]) {
      await floor.clock.pass(2000);
      expect(invitesOf('ben')).toHaveLength(tries);
      await floor.pickUp('ben');
      floor.legs.tell({ type: 'refused', legId: lastOutside().legId, status: 486, phrase: 'Busy Here' });
      await settle();
      await floor.clock.pass(200_000);
      expect(calledOutside()).toHaveLength(tries);
      await floor.clock.pass(100_000);
    }
    expect(floor.callBacks.ends).toEqual([`${marta} failed`]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('rings the next member where one declines, and rests where all did', async () => {
    opens({}, { strategy: 'fixed-order' }, ['ben', 'cleo']);
    isBusy('ben', true);
    isBusy('cleo', true);
    await leavesTheirNumber(marta);
    isBusy('ben', false);
    isBusy('cleo', false);
    await floor.clock.pass(2000);
    await floor.refuse('ben', 603);
    await floor.clock.pass(2000);
    await floor.refuse('cleo', 603);
    expect([invitesOf('ben').length, invitesOf('cleo').length]).toEqual([1, 1]);
    await floor.clock.pass(30_000);
    expect([invitesOf('ben').length, invitesOf('cleo').length]).toEqual([1, 1]);
    await floor.clock.pass(40_000);
    expect([invitesOf('ben').length, invitesOf('cleo').length].sort()).toEqual([1, 2]);
  });

  test('is there again after a restart, and a try that was cut off counts', async () => {
    isBusy('ben', true);
    await leavesTheirNumber(marta);
    isBusy('ben', false);
    await floor.clock.pass(2000);
    await floor.pickUp('ben');
    expect([...floor.callBacks.places.values()]).toMatchObject([{ tries: 1 }]);
    const queue = floor.queues.get('queue');
    floor = await floor.reborn();
    floor.trunks.push({ trunkId: 't1', address: '192.0.2.9', srtp: 'off' });
    if (queue) floor.queues.set('queue', queue);
    await floor.clock.pass(10_000);
    expect(onBoard()).toEqual([`${marta} true`]);
    expect(invitesOf('ben')).toEqual([]);
  });

  test('is one for each number, and is over when the caller calls again and a member answers', async () => {
    isBusy('ben', true);
    await leavesTheirNumber(marta);
    await leavesTheirNumber(marta);
    expect(floor.callBacks.places.size).toBe(1);
    const again = await comes(marta);
    await played(again);
    // Their line is taken by their own call.
    isBusy('ben', false);
    await floor.clock.pass(8000);
    expect(calledOutside()).toEqual([]);
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(again.endpointId)?.bridgedWith).not.toBeNull();
    expect(floor.callBacks.ends).toEqual([`${marta} calledAgain`]);
  });

  test('is that of the caller who calls again, before those who came later', async () => {
    opens({ positionEverySeconds: 600 });
    isBusy('ben', true);
    const first = await comes(marta);
    await played(first);
    await played(first);
    await presses(first);
    await floor.hangUp(first);
    await floor.clock.pass(1000);
    const other = await comes(otto);
    expect(playing(other)).toBe('place-2.de.wav');
    await played(other);
    await floor.clock.pass(1000);
    const again = await comes(marta);
    expect(playing(again)).toBe('place-1.de.wav');
    await played(again);
    await played(again);
    isBusy('ben', false);
    await floor.clock.pass(4000);
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(again.endpointId)?.bridgedWith).not.toBeNull();
    expect(floor.callBacks.ends).toEqual([`${marta} calledAgain`]);
  });

  test('is over when its time is, or when the queue closes', async () => {
    opens({ callBack: { keptMinutes: 10 } });
    isBusy('ben', true);
    await leavesTheirNumber(marta);
    await floor.clock.pass(11 * 60_000);
    expect(floor.callBacks.ends).toEqual([`${marta} expired`]);
    await leavesTheirNumber(otto);
    const queue = floor.queues.get('queue');
    if (!queue?.routing) throw new Error('there is no queue');
    const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
    floor.queues.set('queue', { ...queue, routing: { ...queue.routing, hours: closed } });
    await floor.clock.pass(3000);
    expect(floor.callBacks.ends).toEqual([`${marta} expired`, `${otto} expired`]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is dismissed, also while members ring for it, and restored', async () => {
    isBusy('ben', true);
    await leavesTheirNumber(marta);
    const [place] = floor.callBacks.places.values();
    if (!place) throw new Error('there is no place');
    isBusy('ben', false);
    await floor.clock.pass(2000);
    expect(await floor.exchange.dismissCallBack(place)).toBe(true);
    await settle();
    expect(floor.told(floor.rung('ben')).at(-1)).toBe('cancel');
    expect([await floor.exchange.dismissCallBack(place), onBoard()]).toEqual([false, []]);
    floor.legs.tell({ type: 'refused', legId: floor.rung('ben').legId, status: 487, phrase: 'Request Terminated' });
    await settle();
    expect(await floor.exchange.restoreCallBack(place)).toBe(true);
    expect(onBoard()).toEqual([`${marta} true`]);
    await floor.clock.pass(3000);
    expect(invitesOf('ben')).toHaveLength(2);
  });

  test('costs nothing where the guards of calls outside say no, and the member is let go', async () => {
    floor = new FakeFloor();
    floor.policy = { mayCall: async () => ({ allowed: false, status: 503, code: 'LIMIT_REACHED' }) };
    await FakeFloor.open(floor);
    floor.trunks.push({ trunkId: 't1', address: '192.0.2.9', srtp: 'off' });
    opens();
    isBusy('ben', true);
    await leavesTheirNumber(marta);
    isBusy('ben', false);
    await floor.clock.pass(2000);
    const ben = await floor.pickUp('ben');
    expect(calledOutside()).toEqual([]);
    expect(floor.told(ben).at(-1)).toBe('bye');
    expect([...floor.callBacks.places.values()]).toMatchObject([{ tries: 1 }]);
  });
});
