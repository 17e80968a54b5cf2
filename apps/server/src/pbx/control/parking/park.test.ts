import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { FakeMedia } from '../../media/fake-media.ts';
import { FakeFloor, type Handset, music } from '../testing/fake-floor.ts';

let floor: FakeFloor;
let anna: Handset;
let ben: Handset;
beforeEach(async () => {
  floor = await FakeFloor.open();
  [anna, ben] = await floor.talk('anna', 'ben');
});

const park = (slot: number | null = null) => floor.exchange.park('wben', { id: ben.callId }, slot);
const sounds = () => [...floor.media.endpoints.values()].map(({ sound }) => sound);
const parked = () => floor.parked.of('s1').map(({ slot, name, parkedBy }) => ({ slot, name, parkedBy }));

describe('a parked call', () => {
  test('hears music in the first free place, and the leg of who parked it is over', async () => {
    expect(await park()).toEqual({ slot: 1 });
    await settle();
    expect(floor.told(ben)).toEqual(['invite', 'bye']);
    expect(sounds()).toEqual([music]);
    expect(parked()).toEqual([{ slot: 1, name: 'anna', parkedBy: 'wben' }]);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'ended', transferredTo: { number: '*701' } });
    await floor.hangUp(anna);
    expect(parked()).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is taken by the user who dials its place, who sees the name of the caller and has the call in their inbox', async () => {
    await park(3);
    await settle();
    const cleo = await floor.dial('cleo', '*703');
    expect(floor.told(cleo)).toEqual(['answer']);
    expect(floor.heard()).toHaveLength(1);
    expect(sounds()).toEqual([null, null]);
    expect(parked()).toEqual([]);
    expect(floor.row('cleo')?.body).toMatchObject({
      state: 'talking',
      channelId: 'c-cleo',
      name: 'anna',
      number: '11',
    });
    expect(floor.row('anna')?.body).toMatchObject({ state: 'talking', name: 'cleo', number: '13' });
    await floor.hangUp(cleo);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is taken by the code alone, and by nobody a second time', async () => {
    await park(3);
    await settle();
    const cleo = await floor.dial('cleo', '*70');
    expect(floor.heard()).toHaveLength(1);
    const dora = await floor.dial('dora', '*703');
    expect(floor.told(dora)).toEqual(['refuse 404']);
    await floor.hangUp(cleo);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is taken by an app, whose browser hears the caller once it is connected', async () => {
    await park(5);
    await settle();
    const browser = new FakeMedia();
    const { sdp } = await browser.openEndpoint({ endpointId: 'b', kind: 'webrtc' });
    floor.legs.tell({
      type: 'invited',
      legId: 'app',
      sipCallId: 'sip-app',
      sessionId: 'taking',
      from: { endpointId: 'b-cleo', accountId: 's1', userId: 'wcleo', kind: 'app' },
      called: '*705',
      media: 'webrtc',
      address: '127.0.0.1',
      offer: sdp,
    });
    await settle();
    const cleo = { legId: 'app', callId: 'sip-app' };
    expect(floor.told(cleo)).toEqual(['answer']);
    floor.legs.tell({ type: 'acknowledged', legId: 'app' });
    await settle();
    const [, own] = [...floor.media.endpoints.keys()];
    floor.media.tell({ type: 'connected', endpointId: own ?? '' });
    await settle();
    expect(floor.heard()).toHaveLength(1);
    expect(sounds()).toEqual([null, null]);
    expect(floor.row('cleo')?.body).toMatchObject({ id: 'taking', callId: 'sip-app', name: 'anna' });
    await floor.hangUp(cleo);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes back to who parked it after two minutes, who sees who it is', async () => {
    await park();
    await floor.clock.pass(119_000);
    expect(floor.legs.of('invite')).toHaveLength(1);
    await floor.clock.pass(1_000);
    expect(parked()).toEqual([]);
    expect(floor.legs.of('invite').at(-1)).toMatchObject({ from: { user: '11', name: 'anna' } });
    await floor.ring('ben');
    const again = await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(again);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('waits on while signalling is killed and starts again, for what is left of its time', async () => {
    await park(4);
    await floor.clock.pass(60_000);
    const next = await floor.reborn();
    await settle();
    expect(next.parked.of('s1')).toMatchObject([{ slot: 4, name: 'anna' }]);
    const cleo = await next.dial('cleo', '*704');
    expect(next.told(cleo)).toEqual(['answer']);
    expect(next.heard()).toHaveLength(1);
    await next.hangUp(cleo);
    expect(await next.isQuiet()).toBe(true);
  });
});

describe('a place', () => {
  test('that is taken takes no other call, and the first that is free is found', async () => {
    await park(1);
    const [, cleo] = await floor.talk('dora', 'cleo');
    const wrong = { code: 'WRONG_STATE' };
    await expect(floor.exchange.park('wcleo', { id: cleo.callId }, 1)).rejects.toMatchObject(wrong);
    expect(floor.told(cleo)).toEqual(['invite']);
    expect(await floor.exchange.park('wcleo', { id: cleo.callId }, null)).toEqual({ slot: 2 });
    await settle();
    expect(parked().map(({ slot }) => slot)).toEqual([1, 2]);
  });

  test('is where a phone hands a call to by REFER, and is told whether that was done', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '*702' });
    await settle();
    expect(parked()).toEqual([{ slot: 2, name: 'anna', parkedBy: 'wben' }]);
    expect(floor.told(ben).filter((told) => !told.startsWith('invite'))).toEqual([
      'acceptRefer',
      'notifyRefer 200',
      'bye',
    ]);
    const [, cleo] = await floor.talk('dora', 'cleo');
    floor.legs.tell({ type: 'referred', legId: cleo.legId, referId: 'r', number: '*702' });
    await settle();
    expect(floor.told(cleo)).toContain('notifyRefer 486');
    expect(floor.told(cleo)).not.toContain('bye');
  });
});

describe('the settings of the company', () => {
  beforeEach(() => {
    floor.parking = { firstSlot: 3, lastSlot: 4, waitSeconds: 30, comesBackTo: null, music: null };
  });

  test('name the places: no other one is used, by app and by phone', async () => {
    await expect(park(1)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    expect(await park()).toEqual({ slot: 3 });
    const [, cleo] = await floor.talk('dora', 'cleo');
    floor.legs.tell({ type: 'referred', legId: cleo.legId, referId: 'r', number: '*705' });
    await settle();
    expect(floor.told(cleo)).toContain('notifyRefer 486');
    floor.legs.tell({ type: 'referred', legId: cleo.legId, referId: 'r2', number: '*70' });
    await settle();
    expect(parked().map(({ slot }) => slot)).toEqual([3, 4]);
  });

  test('say how long a call waits, also after a restart of signalling, and what it hears', async () => {
    await park();
    await settle();
    expect(sounds()).toEqual([null]);
    await floor.clock.pass(20_000);
    const next = await floor.reborn();
    await settle();
    await next.clock.pass(29_000);
    expect(next.parked.of('s1')).toHaveLength(1);
    await next.clock.pass(1000);
    expect(next.parked.of('s1')).toEqual([]);
    expect(next.legs.of('invite').at(-1)).toMatchObject({ from: { user: '11' } });
  });

  test('name the extension that is rung first when the time is over, before the user who parked the call', async () => {
    floor.parking = { firstSlot: 1, lastSlot: 9, waitSeconds: 30, comesBackTo: '13' };
    await park();
    await floor.clock.pass(30_000);
    expect(floor.legs.of('invite').at(-1)).toMatchObject({ from: { user: '11', name: 'anna' } });
    await floor.ring('cleo');
    await floor.clock.pass(30_000);
    await floor.ring('ben');
    const again = await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(again);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('name an extension that is gone, and the call goes back to the user who parked it', async () => {
    floor.parking = { firstSlot: 1, lastSlot: 9, waitSeconds: 30, comesBackTo: '77' };
    await park();
    await floor.clock.pass(30_000);
    await floor.ring('ben');
    await floor.hangUp(await floor.pickUp('ben'));
    expect(await floor.isQuiet()).toBe(true);
  });

  test('do not cut off the caller of a phone that hangs up right behind its REFER', async () => {
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: '*704' });
    floor.legs.tell({ type: 'ended', legId: ben.legId });
    await settle();
    expect(parked()).toMatchObject([{ slot: 4, name: 'anna' }]);
    expect(floor.told(anna)).not.toContain('bye');
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });
});
