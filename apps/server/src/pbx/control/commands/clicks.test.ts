import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { FakeMedia } from '../../media/fake-media.ts';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const click = async (number = '12') => {
  const target = { number, ownNumber: null, channelId: null, sessionId: 'clicked' };
  const started = await floor.exchange.startCall('wanna', target);
  await settle();
  return started;
};

test('a call that is started by a click rings the own phone first, then the number', async () => {
  const { callId, sessionId } = await click();
  expect(sessionId).toBe('clicked');
  expect(floor.legs.of('invite')).toMatchObject([{ target: { contact: { userId: 'wanna' } }, from: { user: '12' } }]);
  const anna = await floor.pickUp('anna');
  expect([...floor.media.endpoints.values()].map(({ sound }) => sound)).toEqual(['ringback', null]);
  await floor.ring('ben');
  const ben = await floor.pickUp('ben');
  expect(floor.heard()).toHaveLength(1);
  expect(floor.book.calls.at(-1)?.events.map(({ direction, docId }) => [direction, docId])).toEqual([
    ['OUTGOING', 'sda-clicked'],
    ['INCOMING', 'pbx-clicked'],
  ]);
  expect(floor.row('anna')?.body).toMatchObject({ id: 'clicked', state: 'talking', number: '12', callId: anna.callId });
  await floor.exchange.hangUp('wanna', { id: callId });
  await settle();
  expect([floor.told(anna).at(-1), floor.told(ben).at(-1)]).toEqual(['bye', 'bye']);
  expect(await floor.isQuiet()).toBe(true);
});

test('nobody is called when the user does not pick up, or thinks better of it', async () => {
  const { callId } = await click();
  await floor.exchange.hangUp('wanna', { id: callId });
  await settle();
  floor.legs.tell({ type: 'refused', legId: floor.rung('anna').legId, status: 487, phrase: 'Request Terminated' });
  expect(floor.legs.of('invite')).toHaveLength(1);
  expect(await floor.isQuiet()).toBe(true);
});

test('who hangs up a call that rings them by its Call-ID declines it, once, and nobody else can', async () => {
  const cleo = await floor.dial('cleo', 'ben');
  await floor.ring('ben');
  const ben = floor.rung('ben');
  const noSuchCall = { code: 'NO_SUCH_CALL' };
  const before = [floor.told(ben), floor.told(cleo)];
  await expect(floor.exchange.hangUp('wanna', { id: ben.callId })).rejects.toMatchObject(noSuchCall);
  expect([floor.told(ben), floor.told(cleo)]).toEqual(before);
  await floor.exchange.hangUp('wben', { id: ben.callId });
  await settle();
  expect([floor.told(ben).at(-1), floor.told(cleo).at(-1)]).toEqual(['cancel', 'refuse 486']);
  await expect(floor.exchange.hangUp('wben', { id: ben.callId })).rejects.toMatchObject(noSuchCall);
  // The decline that was said on the line may come as well.
  floor.legs.tell({ type: 'refused', legId: ben.legId, status: 486, phrase: 'Busy Here' });
  expect(await floor.isQuiet()).toBe(true);
});

test('a number that cannot be called rings nobody', async () => {
  await expect(click('99')).rejects.toMatchObject({ code: 'BAD_TARGET' });
  expect(floor.legs.orders).toEqual([]);
});

test('nobody starts more than twenty calls at a time', async () => {
  const started = await Promise.allSettled(Array.from({ length: 25 }, () => click()));
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(click()).rejects.toMatchObject({ code: 'WRONG_STATE' });
});

describe('a click on a number that the exchange answers itself', () => {
  const only = () => {
    const [entry] = floor.media.endpoints;
    if (entry === undefined) throw new Error('nobody is on the line');
    return { endpointId: entry[0], endpoint: entry[1] };
  };

  /** Anna takes the call in her browser, which has no audio yet. */
  const answersInBrowser = async () => {
    const [ring] = floor.legs.of('invite');
    const browser = new FakeMedia();
    const { sdp } = await browser.openEndpoint({ endpointId: 'b', kind: 'webrtc', offer: ring?.offer ?? '' });
    floor.legs.tell({ type: 'answered', legId: ring?.legId ?? '', sdp });
    await settle();
  };

  test('leads to the echo test', async () => {
    const { callId } = await click('*43');
    const anna = await floor.pickUp('anna');
    expect(only().endpoint).toMatchObject({ sound: 'confirmation', echo: false });
    await floor.clock.pass(1200);
    expect(only().endpoint).toMatchObject({ sound: null, echo: true });
    expect(floor.row('anna')?.body).toMatchObject({ id: 'clicked', state: 'talking', number: '*43' });
    await floor.exchange.hangUp('wanna', { id: callId });
    await settle();
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('leads to saying a greeting', async () => {
    await click('*98');
    const anna = await floor.pickUp('anna');
    expect(only().endpoint.sound).toMatchObject({ file: expect.stringContaining('greeting-record') });
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('which speaks from its beginning, once a browser can hear', async () => {
    floor.legs.contacts.splice(0);
    floor.legs.register('wanna', 'webrtc', 'b-anna');
    await click('*43');
    await answersInBrowser();
    await floor.clock.pass(3000);
    expect(only().endpoint).toMatchObject({ sound: null, echo: false });
    floor.media.tell({ type: 'connected', endpointId: only().endpointId });
    await settle();
    expect(only().endpoint.sound).toBe('confirmation');
    await floor.clock.pass(1200);
    expect(only().endpoint).toMatchObject({ sound: null, echo: true });
  });

  test('leads to the voicemail of a queue, from its beginning as well', async () => {
    const routing = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 60 } };
    floor.queues.set('queue', someQueue([], routing, { channelId: 'queue' }));
    floor.legs.contacts.splice(0);
    floor.legs.register('wanna', 'webrtc', 'b-anna');
    await click('20');
    await answersInBrowser();
    await floor.clock.pass(5000);
    expect(only().endpoint.sound).toBeNull();
    floor.media.tell({ type: 'connected', endpointId: only().endpointId });
    await floor.clock.pass(0);
    expect(only().endpoint.sound).toMatchObject({ file: expect.stringContaining('voicemail-greeting.de.wav') });
  });
});
