import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { FakeFloor, type Handset, music } from '../testing/fake-floor.ts';

let floor: FakeFloor;
let anna: Handset;
let ben: Handset;

beforeEach(async () => {
  floor = await FakeFloor.open();
  [anna, ben] = await floor.talk('anna', 'ben', 'first');
});

const sounds = () => [...floor.media.endpoints.values()].map(({ sound }) => sound).filter((sound) => sound !== null);

describe('a leg that another takes the place of', () => {
  test.each(['anna', 'ben'] as const)('ends silently: %s goes on at the new one', async (person) => {
    const [mine, other] = person === 'anna' ? [anna, ben] : [ben, anna];
    const before = floor.told(other);
    const fresh = await floor.replace(person, mine);
    expect(floor.told(fresh)).toEqual(['answer']);
    expect(floor.told(mine).at(-1)).toBe('bye');
    expect(floor.told(other)).toEqual(before);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.media.endpoints.size).toBe(2);
    expect(floor.book.lines).toEqual(['opened', 'established wben']);
    expect(floor.row(person)?.body).toMatchObject({
      id: 'first',
      callId: fresh.callId,
      endpointId: `p-${person}-new`,
      state: 'talking',
    });
    // What the old one still says is about nothing.
    await floor.hangUp(mine);
    expect(floor.exchange.activeCalls()).toBe(1);
    await floor.hangUp(fresh);
    expect(floor.told(other).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes by its old Call-ID as well, however often it is replaced', async () => {
    const second = await floor.replace('ben', ben);
    const third = await floor.replace('ben', second);
    expect(floor.told(second)).toEqual(['answer', 'bye']);
    for (const { callId } of [ben, second, third]) await floor.exchange.hold('wben', { id: callId }, true);
    expect(floor.media.endpoints.size).toBe(2);
    await floor.hangUp(anna);
    expect(floor.told(third)).toEqual(['answer', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('stays on hold, and the other side keeps its music', async () => {
    await floor.exchange.hold('wben', { id: ben.callId }, true);
    const fresh = await floor.replace('ben', ben);
    expect(sounds()).toEqual([music]);
    expect([...floor.media.endpoints.values()].map(({ held }) => held).sort()).toEqual([false, true]);
    await floor.exchange.hold('wben', { id: fresh.callId }, false);
    expect(sounds()).toEqual([]);
  });

  test('keeps both lines of its transfer', async () => {
    const target = { number: '13', ownNumber: null, sessionId: null };
    const { transferId } = await floor.exchange.startTransfer('wben', { id: ben.callId }, target);
    await settle();
    await floor.ring('cleo');
    const cleo = await floor.pickUp('cleo');
    const lines = ['INITIAL', 'TARGET'] as const;
    await floor.exchange.setLines('wben', { id: ben.callId }, transferId, lines);
    const fresh = await floor.replace('ben', ben);
    expect(floor.heard().map((group) => group.length)).toEqual([3]);
    expect(floor.media.endpoints.size).toBe(3);
    await floor.exchange.setLines('wben', { id: fresh.callId }, transferId, ['TARGET']);
    await settle();
    expect(floor.heard().map((group) => group.length)).toEqual([2]);
    await floor.hangUp(fresh);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.media.endpoints.size).toBe(2);
    await floor.hangUp(cleo);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hears who answers its second line only after it was replaced', async () => {
    const target = { number: '13', ownNumber: null, sessionId: null };
    const { transferId } = await floor.exchange.startTransfer('wben', { id: ben.callId }, target);
    await settle();
    await floor.ring('cleo');
    const fresh = await floor.replace('ben', ben);
    const cleo = await floor.pickUp('cleo');
    await settle();
    expect(floor.heard().map((group) => group.length)).toEqual([2]);
    const pair = floor.heard()[0] ?? [];
    expect(pair.filter((id) => floor.media.endpoints.has(id))).toHaveLength(2);
    await floor.exchange.setLines('wben', { id: fresh.callId }, transferId, ['INITIAL']);
    await floor.exchange.setLines('wben', { id: fresh.callId }, transferId, ['TARGET']);
    await settle();
    expect(floor.heard().map((group) => group.toSorted())).toEqual([pair.toSorted()]);
    await floor.hangUp(cleo);
    await floor.hangUp(fresh);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that is gone, or still rings, cannot be replaced', async () => {
    const dialling = await floor.dial('cleo', 'dora');
    expect(floor.told(await floor.replace('cleo', dialling))).toEqual(['refuse 481']);
    await floor.hangUp(anna);
    expect(floor.told(await floor.replace('ben', ben))).toEqual(['refuse 481']);
  });

  test('that the exchange itself talks to ends: a page that was reloaded begins with nothing', async () => {
    await floor.hangUp(anna);
    const atTest = await floor.dial('cleo', '*43');
    await floor.clock.pass(0);
    floor.legs.tell({ type: 'acknowledged', legId: atTest.legId });
    await floor.clock.pass(0);
    expect(floor.told(atTest)).toEqual(['answer']);
    expect(floor.told(await floor.replace('cleo', atTest))).toEqual(['refuse 481']);
    expect(floor.told(atTest)).toEqual(['answer', 'bye']);
    expect(floor.row('cleo')?.body.state).toBe('ended');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that cannot have audio leaves the call as it was', async () => {
    floor.media.isUnavailable = true;
    expect(floor.told(await floor.replace('ben', ben))).toEqual(['refuse 503']);
    floor.media.isUnavailable = false;
    expect(floor.told(ben)).toEqual(['invite']);
    expect(floor.heard()).toHaveLength(1);
  });
});
