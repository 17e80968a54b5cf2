import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
/** Anna called Ben, whose phone asks for a transfer. */
let anna: Handset;
let ben: Handset;

beforeEach(async () => {
  floor = await FakeFloor.open();
  [anna, ben] = await floor.talk('anna', 'ben', 'first');
});

const refer = async (number: string, more: { replacesLegId?: string } = {}, from: Handset = ben): Promise<void> => {
  floor.legs.tell({ type: 'referred', legId: from.legId, referId: 'r', number, ...more });
  await settle();
};
const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 60 } };
const sounds = () => [...floor.media.endpoints.values()].map(({ sound }) => sound).filter((sound) => sound !== null);

describe('a blind transfer by REFER', () => {
  test('tells the phone how far it is and ends its leg once the target answers', async () => {
    await refer('13');
    expect(floor.told(ben)).toEqual(['invite', 'acceptRefer']);
    expect(sounds()).toEqual(['ringback']);
    expect(floor.heard()).toEqual([]);
    await floor.ring('cleo');
    expect(floor.told(ben).at(-1)).toBe('notifyRefer 180');
    await floor.pickUp('cleo');
    expect(floor.told(ben).slice(-2)).toEqual(['notifyRefer 200', 'bye']);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'ended', transferredTo: { number: '13' } });
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes on when the phone hangs up immediately', async () => {
    await refer('13');
    await floor.hangUp(ben);
    const cleo = await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes on when the BYE of the phone comes right behind its REFER', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '13' });
    floor.legs.tell({ type: 'ended', legId: ben.legId });
    await settle();
    expect(floor.told(anna)).not.toContain('bye');
    expect(sounds()).toEqual(['ringback']);
    await floor.ring('cleo');
    const cleo = await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'ended', transferredTo: { number: '13' } });
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each([0, 50, 200, 1000])('goes on when the phone hangs up %i ms after the 202', async (ms) => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '13' });
    expect(floor.told(ben)).toEqual(['invite', 'acceptRefer']);
    if (ms > 0) {
      await settle();
      await floor.clock.pass(ms);
    }
    await floor.hangUp(ben);
    expect(floor.told(anna)).not.toContain('bye');
    const cleo = await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('rings back the user of a phone that hung up behind its REFER, when nobody takes it', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '13' });
    floor.legs.tell({ type: 'ended', legId: ben.legId });
    await settle();
    await floor.refuse('cleo');
    const again = await floor.pickUp('ben');
    expect(again.legId).not.toBe(ben.legId);
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(again);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('rings back the user of a phone that hung up behind a REFER to a number that nobody has', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '99' });
    floor.legs.tell({ type: 'ended', legId: ben.legId });
    await settle();
    expect(floor.told(anna)).not.toContain('bye');
    expect(sounds()).toEqual(['ringback']);
    const again = await floor.pickUp('ben');
    expect(again.legId).not.toBe(ben.legId);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'talking', number: '11' });
    expect(floor.book.moves.at(-1)).toMatchObject({ legId: anna.legId, reopens: { docId: 'pbx-first' } });
    await floor.hangUp(again);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('ends with 480 for the caller when nobody takes it and the phone that hung up cannot be reached', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '13' });
    floor.legs.tell({ type: 'ended', legId: ben.legId });
    await settle();
    floor.legs.contacts.splice(0, floor.legs.contacts.length);
    await floor.refuse('cleo');
    const bye = floor.legs.of('bye').find(({ legId }) => legId === anna.legId);
    expect(bye?.reason).toEqual({ cause: 480, text: 'Temporarily Unavailable' });
    expect(await floor.isQuiet()).toBe(true);
  });

  test('of which the caller hangs up while the target is looked up ends, whatever the phone does', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '13' });
    floor.legs.tell({ type: 'ended', legId: ben.legId });
    floor.legs.tell({ type: 'ended', legId: anna.legId });
    await settle();
    expect(floor.told(ben)).toContain('notifyRefer 487');
    expect(floor.legs.of('invite')).toHaveLength(1);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that is asked for a second time while the first is looked up is refused to the second', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '13' });
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 's', number: '14' });
    await settle();
    expect(floor.told(ben)).toContain('notifyRefer 491');
    await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
  });

  test('gives the call back to a phone that waits, when nobody takes it', async () => {
    await refer('13');
    await floor.refuse('cleo');
    expect(floor.told(ben).at(-1)).toBe('notifyRefer 486');
    expect(floor.heard()).toHaveLength(1);
    expect(sounds()).toEqual([]);
    expect(floor.row('anna')?.body).toMatchObject({ state: 'talking', number: '12' });
    expect(floor.book.moves.at(-1)).toMatchObject({ legId: anna.legId, reopens: { docId: 'pbx-first' } });
    await floor.hangUp(ben);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('rings a phone back that has hung up, when nobody takes it', async () => {
    await refer('13');
    await floor.hangUp(ben);
    await floor.refuse('cleo');
    const again = await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(again);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to a number that nobody has is told to the phone, and the call goes on', async () => {
    await refer('99');
    expect(floor.told(ben)).toEqual(['invite', 'acceptRefer', 'notifyRefer 404']);
    expect(floor.heard()).toHaveLength(1);
  });

  test('is over when the other side gives up waiting', async () => {
    await refer('13');
    await floor.ring('cleo');
    await floor.hangUp(anna);
    expect(floor.told(ben).slice(-2)).toEqual(['notifyRefer 487', 'bye']);
    floor.legs.tell({ type: 'refused', legId: floor.rung('cleo').legId, status: 487, phrase: 'Request Terminated' });
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to the echo test lets the caller hear themselves, and the phone go', async () => {
    await refer('*43');
    expect(floor.told(ben)).toEqual(['invite', 'acceptRefer', 'notifyRefer 200', 'bye']);
    expect(sounds()).toEqual(['confirmation']);
    await floor.clock.pass(1200);
    expect([...floor.media.endpoints.values()]).toMatchObject([{ sound: null, echo: true }]);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'ended', transferredTo: { number: '*43' } });
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to the greeting of the user who asks leads there', async () => {
    await refer('*98');
    expect(floor.told(ben).slice(-2)).toEqual(['notifyRefer 200', 'bye']);
    expect(sounds()).toMatchObject([{ file: expect.stringContaining('greeting-record') }]);
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to a queue in which nobody rings names the queue in both inboxes, and nobody else', async () => {
    floor.queues.set('queue', someQueue([], voicemail, { channelId: 'queue' }));
    await refer('20');
    expect(floor.book.moves.at(-1)).toMatchObject({
      transferredTo: { event: { channelId: 'c-ben' }, partner: { channelId: 'queue', remotePhoneNumber: '20' } },
      transferredFrom: { partner: { channelId: 'c-ben', docId: 'pbx-first' }, events: [{ channelId: 'queue' }] },
    });
  });

  test('to the echo test names no channel at all', async () => {
    await refer('*43');
    expect(floor.book.moves.at(-1)).toMatchObject({ transferredTo: null, transferredFrom: { events: [] } });
  });

  test('of a call that still rings is refused', async () => {
    const cleo = await floor.dial('cleo', 'dora');
    await refer('12', {}, cleo);
    expect(floor.told(cleo)).toContain('refuseRefer 403');
  });
});

describe('an attended transfer by REFER', () => {
  test('joins the other sides of both calls', async () => {
    const [second, cleo] = await floor.talk('ben', 'cleo');
    await refer('13', { replacesLegId: second.legId });
    expect(floor.told(ben)).toEqual(['invite', 'acceptRefer', 'notifyRefer 200', 'bye']);
    expect(floor.told(second).at(-1)).toBe('bye');
    expect(floor.heard()).toHaveLength(1);
    expect(floor.media.endpoints.size).toBe(2);
    expect(floor.row('anna')?.body).toMatchObject({ number: '13', state: 'talking' });
    expect(floor.row('cleo')?.body).toMatchObject({ number: '11', state: 'talking' });
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('works where the user was called by both', async () => {
    const [cleo, second] = await floor.talk('cleo', 'ben');
    await refer('13', { replacesLegId: second.legId });
    expect(floor.heard()).toHaveLength(1);
    expect(floor.media.endpoints.size).toBe(2);
    await floor.hangUp(anna);
    expect(floor.told(cleo)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to the voicemail of a queue names the queue in both inboxes', async () => {
    floor.queues.set('queue', someQueue([], voicemail, { channelId: 'queue' }));
    const second = await floor.dial('ben', '20', 'second');
    floor.legs.tell({ type: 'acknowledged', legId: second.legId });
    await settle();
    await refer('20', { replacesLegId: second.legId });
    expect(floor.book.moves.at(-1)).toMatchObject({
      transferredTo: { event: { channelId: 'c-ben', docId: 'pbx-first' }, partner: { channelId: 'queue' } },
      transferredFrom: { events: [{ channelId: 'queue' }, { channelId: 'c-ben', docId: 'sda-second' }] },
    });
  });

  test('to a call of the same user that rings in is refused, and both go on as they were', async () => {
    await floor.dial('cleo', 'ben');
    const rings = floor.rung('ben');
    await refer('13', { replacesLegId: rings.legId });
    expect(floor.told(ben).slice(-2)).toEqual(['acceptRefer', 'notifyRefer 481']);
    expect(floor.told(rings)).toEqual(['invite']);
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(ben);
    await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
  });

  test('to a call of the same user that rings out joins the others once that is answered', async () => {
    const out = await floor.dial('ben', 'cleo');
    await floor.ring('cleo');
    await refer('13', { replacesLegId: out.legId });
    expect(floor.told(ben).slice(-2)).toEqual(['notifyRefer 200', 'bye']);
    await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to a call of somebody else is refused', async () => {
    const [theirs] = await floor.talk('cleo', 'dora');
    await refer('13', { replacesLegId: theirs.legId });
    expect(floor.told(ben).slice(-2)).toEqual(['acceptRefer', 'notifyRefer 481']);
    expect(floor.heard()).toHaveLength(2);
  });

  test('to a call that has just ended is told to the phone, and the first call goes on', async () => {
    const [second] = await floor.talk('ben', 'cleo');
    await floor.hangUp(second);
    await refer('13', { replacesLegId: second.legId });
    expect(floor.told(ben).slice(-2)).toEqual(['acceptRefer', 'notifyRefer 481']);
    expect(floor.heard()).toHaveLength(1);
  });
});
