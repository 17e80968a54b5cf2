import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { FakeFloor, type Handset, music } from '../testing/fake-floor.ts';

let floor: FakeFloor;
/** Anna called Ben, and Ben transfers her to Cleo. */
let anna: Handset;
let ben: Handset;
const mediaOf = new Map<string, string>();

beforeEach(async () => {
  floor = await FakeFloor.open();
  [anna, ben] = await floor.talk('anna', 'ben', 'first');
});

const sounds = () => [...floor.media.endpoints.values()].map(({ sound }) => sound).filter((sound) => sound !== null);
const begin = async (number = '13'): Promise<string> => {
  const target = { number, ownNumber: null, sessionId: 'second' };
  const { transferId } = await floor.exchange.startTransfer('wben', { id: ben.callId }, target);
  await settle();
  return transferId;
};
const beginAndTalk = async (): Promise<readonly [string, Handset]> => {
  const transferId = await begin();
  await floor.ring('cleo');
  return [transferId, await floor.pickUp('cleo')];
};
/** Media endpoints in the order they were opened: Ben's phone before Anna, then Cleo's. */
const [BEN, ANNA, CLEO] = [0, 1, 2];
const endpoints = () => [...floor.media.endpoints.keys()];
const named = () => {
  for (const [index, id] of endpoints().entries()) if (!mediaOf.has(id)) mediaOf.set(id, String(index));
  return floor.heard().map((group) => group.map((id) => endpoints().indexOf(id)).sort());
};

describe('a warm transfer', () => {
  test('lets the first wait with music while the target rings and talks', async () => {
    await begin();
    expect(named()).toEqual([]);
    expect(sounds()).toEqual([music]);
    await floor.ring('cleo');
    expect(floor.row('ben')?.body.transfer).toMatchObject({
      state: 'ringing',
      sessionId: 'second',
      docId: 'sda-second',
      number: '13',
      activeLines: ['TARGET'],
    });
    await floor.pickUp('cleo');
    expect(named()).toEqual([[BEN, CLEO]]);
    expect(sounds()).toEqual([music]);
    expect(floor.row('ben')?.body).toMatchObject({ id: 'first', state: 'talking', transfer: { state: 'talking' } });
    expect(floor.row('cleo')?.body).toMatchObject({ id: 'second', state: 'talking', number: '12' });
  });

  test('switches, and brings all three together', async () => {
    const [transferId] = await beginAndTalk();
    const lines = (...which: ('INITIAL' | 'TARGET')[]) =>
      floor.exchange.setLines('wben', { id: ben.callId }, transferId, which).then(settle);
    await lines('INITIAL');
    expect(named()).toEqual([[BEN, ANNA]]);
    expect(sounds()).toEqual([music]);
    await lines('INITIAL', 'TARGET');
    expect(named()).toEqual([[BEN, ANNA, CLEO]]);
    expect(sounds()).toEqual([]);
    await lines('TARGET');
    expect(named()).toEqual([[BEN, CLEO]]);
    expect(floor.row('ben')?.body.transfer?.activeLines).toEqual(['TARGET']);
  });

  test('is complete when the user hangs up: the others have each other, and the inbox says so', async () => {
    const [, cleo] = await beginAndTalk();
    await floor.hangUp(ben);
    expect(floor.told(ben)).toEqual(['invite']);
    expect([floor.told(anna).includes('bye'), floor.told(cleo).includes('bye')]).toEqual([false, false]);
    expect(named()).toEqual([[0, 1]]);
    expect(sounds()).toEqual([]);
    expect(floor.row('anna')?.body).toMatchObject({ id: 'first', state: 'talking', number: '13' });
    expect(floor.row('cleo')?.body).toMatchObject({ id: 'second', number: '11', name: 'anna' });
    expect(floor.row('ben')?.body).toMatchObject({ state: 'ended', transferredTo: { number: '13', failed: false } });
    expect(floor.book.moves).toMatchObject([
      {
        legId: anna.legId,
        event: { channelId: 'c-anna', docId: 'sda-first' },
        closes: [
          { channelId: 'c-ben', docId: 'pbx-first' },
          { channelId: 'c-ben', docId: 'sda-second' },
        ],
        transferredTo: {
          event: { channelId: 'c-ben', docId: 'pbx-first' },
          partner: { channelId: 'c-cleo', docId: 'pbx-second', remotePhoneNumber: '13' },
        },
        transferredFrom: { partner: { channelId: 'c-ben', docId: 'pbx-first', remotePhoneNumber: '11' } },
      },
    ]);
    await floor.hangUp(anna);
    expect(floor.told(cleo)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes on without the first party or the target if they hang up by command, and nobody else ends', async () => {
    const [, cleo] = await beginAndTalk();
    await floor.exchange.hangUp('wanna', { id: anna.callId }).then(settle);
    expect(floor.told(anna)).toContain('bye');
    expect(named()).toEqual([[BEN, CLEO - 1]]);
    await expect(floor.exchange.hangUp('wanna', { id: anna.callId })).rejects.toMatchObject({
      code: 'NO_SUCH_CALL',
    });
    await expect(floor.exchange.hangUp('wanna', { id: ben.callId })).rejects.toMatchObject({
      code: 'NO_SUCH_CALL',
    });
    expect([floor.told(ben).includes('bye'), floor.told(cleo).includes('bye')]).toEqual([false, false]);
    await floor.exchange.hangUp('wcleo', { id: cleo.callId }).then(settle);
    expect([floor.told(ben).includes('bye'), floor.told(cleo).includes('bye')]).toEqual([true, true]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('can be completed by command, out of a conference as well', async () => {
    const [transferId] = await beginAndTalk();
    await floor.exchange.setLines('wben', { id: ben.callId }, transferId, ['INITIAL', 'TARGET']);
    await floor.exchange.completeTransfer('wben', { sessionId: 'first' }, transferId);
    await settle();
    expect(floor.told(ben)).toEqual(['invite', 'bye']);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.media.endpoints.size).toBe(2);
  });

  test.each(['486', 'no answer', 'dropped'])('that fails (%s) gives the first call back', async (how) => {
    const transferId = await begin();
    await floor.ring('cleo');
    if (how === '486') await floor.refuse('cleo');
    else if (how === 'no answer') await floor.clock.pass(20_000);
    else await floor.exchange.dropTransfer('wben', { id: ben.callId }, transferId).then(settle);
    expect(named()[0]).toEqual([BEN, ANNA]);
    expect(sounds()).toEqual([]);
    const state = how === 'dropped' ? 'ended' : 'failed';
    expect(floor.row('ben')?.body).toMatchObject({ state: 'talking', transfer: { state } });
    await floor.hangUp(anna);
    await floor.clock.pass(1);
    if (how !== '486') {
      const { legId } = floor.rung('cleo');
      floor.legs.tell({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
    }
    expect(floor.told(ben)).toEqual(['invite', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('whose target hangs up gives the first call back', async () => {
    const [, cleo] = await beginAndTalk();
    await floor.hangUp(cleo);
    expect(named()).toEqual([[BEN, ANNA]]);
    expect(sounds()).toEqual([]);
    expect(floor.row('ben')?.body.transfer).toMatchObject({ state: 'ended' });
  });

  test('whose first call leaves goes on with the target, which the user commands by the same Call-ID', async () => {
    const [, cleo] = await beginAndTalk();
    await floor.hangUp(anna);
    expect(floor.told(ben)).toEqual(['invite']);
    expect(named()).toEqual([[0, 1]]);
    expect(sounds()).toEqual([]);
    expect(floor.row('ben')?.body).toMatchObject({ id: 'second', callId: ben.callId, state: 'talking' });
    await floor.exchange.hold('wben', { id: ben.callId }, true);
    expect(sounds()).toEqual([music]);
    await floor.hangUp(cleo);
    expect(floor.told(ben)).toEqual(['invite', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('whose first call leaves while the target rings waits for the target', async () => {
    await begin();
    await floor.ring('cleo');
    await floor.hangUp(anna);
    expect(floor.told(ben)).toEqual(['invite']);
    expect(floor.row('ben')?.body).toMatchObject({ id: 'second', state: 'ringing', establishedAt: null });
    const cleo = await floor.pickUp('cleo');
    expect(named()).toEqual([[0, 1]]);
    expect(floor.row('ben')?.body).toMatchObject({ id: 'second', state: 'talking' });
    await floor.hangUp(ben);
    expect(floor.told(cleo)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('whose drop crosses the answer ends the late answer', async () => {
    const transferId = await begin();
    await floor.ring('cleo');
    const { legId } = floor.rung('cleo');
    await floor.exchange.dropTransfer('wben', { id: ben.callId }, transferId);
    await settle();
    expect(floor.told({ legId, callId: '' })).toEqual(['invite', 'cancel']);
    floor.legs.tell({ type: 'answered', legId, sdp: 'late' });
    await settle();
    expect(floor.told({ legId, callId: '' })).toEqual(['invite', 'cancel', 'bye']);
    expect(named()[0]).toEqual([BEN, ANNA]);
  });

  test('takes the user off hold, and plays music to whom they speak with when they hold again', async () => {
    await floor.exchange.hold('wben', { id: ben.callId }, true);
    expect(sounds()).toEqual([music]);
    await beginAndTalk();
    expect([...floor.media.endpoints.values()].map(({ held }) => held)).toEqual([false, false, false]);
    await floor.exchange.hold('wben', { sessionId: 'second' }, true);
    expect(sounds()).toEqual([music, music]);
  });

  test('sends tones to whom the user hears', async () => {
    await beginAndTalk();
    await floor.exchange.sendTones('wben', { id: ben.callId }, '12#');
    expect([...floor.media.endpoints.values()].map(({ digits }) => digits)).toEqual(['', '', '12#']);
  });

  test('is for one at a time, for calls that are up, for own calls, and to numbers there are', async () => {
    const target = { number: '13', ownNumber: null, sessionId: null };
    const start = (userId: string, number: string) =>
      floor.exchange.startTransfer(userId, { id: ben.callId }, { ...target, number });
    await expect(start('wben', '99')).rejects.toMatchObject({ code: 'BAD_TARGET' });
    await expect(start('wben', '0')).rejects.toThrow('Invalid target number format. Must be in E.164 format.');
    await expect(start('wanna', '13')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
    const transferId = await begin();
    await expect(start('wben', '14')).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await expect(floor.exchange.setLines('wben', { id: ben.callId }, transferId, ['INITIAL'])).rejects.toMatchObject({
      code: 'WRONG_STATE',
    });
    await expect(floor.exchange.dropTransfer('wben', { id: ben.callId }, 'another')).rejects.toMatchObject({
      code: 'NO_SUCH_CALL',
    });
    await expect(floor.exchange.dropTransfer('wanna', { id: anna.callId }, transferId)).rejects.toMatchObject({
      code: 'NO_SUCH_CALL',
    });
  });
});

describe('a call that is handed over while the target rings', () => {
  test('rings on for the first, who hears it, and is joined with the target', async () => {
    await begin();
    await floor.ring('cleo');
    await floor.hangUp(ben);
    expect(sounds()).toEqual(['ringback']);
    expect(floor.row('anna')?.body).toMatchObject({ id: 'first', state: 'talking' });
    const cleo = await floor.pickUp('cleo');
    expect(sounds()).toEqual([]);
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('comes back to the user after 30 s without an answer, as a call of the same session', async () => {
    await begin();
    await floor.ring('cleo');
    await floor.hangUp(ben);
    await floor.clock.pass(30_000);
    const again = floor.rung('ben');
    expect(again.legId).not.toBe(ben.legId);
    expect(floor.legs.of('invite').at(-1)).toMatchObject({ sessionId: 'first', from: { user: '11', name: 'anna' } });
    expect(floor.book.moves.at(-1)).toMatchObject({ reopens: { channelId: 'c-ben', docId: 'pbx-first' } });
    await floor.ring('ben');
    expect(floor.row('ben')?.body).toMatchObject({ id: 'first', state: 'ringing' });
    // Who waits to be handed over, or back, has long been talking.
    expect(floor.row('anna')?.body).toMatchObject({ id: 'first', state: 'talking' });
    await floor.pickUp('ben');
    expect(floor.row('ben')?.body).toMatchObject({ id: 'first', state: 'talking', number: '11' });
    expect(floor.heard()).toHaveLength(1);
    floor.legs.tell({ type: 'refused', legId: floor.rung('cleo').legId, status: 487, phrase: 'Request Terminated' });
    await floor.hangUp(anna);
    expect(floor.told(again)).toEqual(['invite', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is over when nobody answers anywhere', async () => {
    await begin();
    await floor.hangUp(ben);
    await floor.clock.pass(60_000);
    expect(floor.told(anna).at(-1)).toBe('bye');
    for (const person of ['cleo', 'ben'] as const) {
      floor.legs.tell({ type: 'refused', legId: floor.rung(person).legId, status: 487, phrase: 'Request Terminated' });
    }
    expect(await floor.isQuiet()).toBe(true);
  });
});

describe('a blind transfer', () => {
  const blind = (number: string) => floor.exchange.transferBlindly('wben', { id: ben.callId }, number).then(settle);

  test("ends the user's leg immediately and joins the others when the target answers", async () => {
    await blind('13');
    expect(floor.told(ben)).toEqual(['invite', 'bye']);
    expect(sounds()).toEqual(['ringback']);
    expect(floor.legs.of('invite').at(-1)).toMatchObject({ from: { user: '11', name: 'anna' }, to: { user: '13' } });
    expect(floor.row('ben')?.body).toMatchObject({ state: 'ended', transferredTo: { number: '13', failed: false } });
    await floor.ring('cleo');
    expect(floor.row('cleo')?.body).toMatchObject({ channelId: 'c-cleo', originalChannelId: 'c-ben' });
    await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    expect(sounds()).toEqual([]);
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes on when the phone of the user hangs up while the target is looked up', async () => {
    const asked = blind('13');
    await floor.hangUp(ben);
    await asked;
    expect(floor.told(anna)).not.toContain('bye');
    const cleo = await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to a number that nobody has rings the user back whose phone hung up meanwhile', async () => {
    const asked = expect(blind('99')).rejects.toMatchObject({ code: 'BAD_TARGET' });
    await floor.hangUp(ben);
    await asked;
    expect(floor.told(anna)).not.toContain('bye');
    const again = await floor.pickUp('ben');
    expect(again.legId).not.toBe(ben.legId);
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(again);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('handed on once more still tells where the call came in first', async () => {
    await blind('13');
    const cleo = await floor.pickUp('cleo');
    await floor.exchange.transferBlindly('wcleo', { id: cleo.callId }, '14');
    await settle();
    expect(floor.row('dora')?.body).toMatchObject({ channelId: 'c-dora', originalChannelId: 'c-ben' });
    await floor.hangUp(anna);
    floor.legs.tell({ type: 'refused', legId: floor.rung('dora').legId, status: 487, phrase: 'Request Terminated' });
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to somebody who is busy comes back', async () => {
    await blind('13');
    await floor.refuse('cleo');
    await floor.ring('ben');
    const again = await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(again);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('by who called works as well', async () => {
    await floor.exchange.transferBlindly('wanna', { id: anna.callId }, '13');
    await settle();
    expect(floor.told(anna)).toContain('bye');
    expect(floor.row('cleo')?.body).toMatchObject({ originalChannelId: 'c-cleo' });
    const cleo = await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(cleo);
    expect(floor.told(ben)).toEqual(['invite', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('to a number that nobody has changes nothing', async () => {
    await expect(blind('99')).rejects.toMatchObject({ code: 'BAD_TARGET' });
    expect(floor.told(ben)).toEqual(['invite']);
    expect(named()).toEqual([[BEN, ANNA]]);
  });
});

test("two calls of a user are joined, and the user's legs in both end", async () => {
  const [other, cleo] = await floor.talk('ben', 'cleo');
  await floor.exchange.joinCalls('wben', { id: ben.callId }, { id: other.callId });
  await settle();
  expect([floor.told(ben).at(-1), floor.told(other).at(-1)]).toEqual(['bye', 'bye']);
  expect(floor.heard()).toHaveLength(1);
  expect(floor.media.endpoints.size).toBe(2);
  await floor.hangUp(cleo);
  expect(floor.told(anna)).toContain('bye');
  expect(await floor.isQuiet()).toBe(true);
});

test('a stopping exchange ends both lines of a transfer', async () => {
  const [, cleo] = await beginAndTalk();
  await floor.exchange.stop();
  for (const handset of [anna, ben, cleo]) expect(floor.told(handset).at(-1)).toBe('bye');
  expect(floor.media.endpoints.size).toBe(0);
});

test('a phone that cannot be reached while its user asks somebody else is busy for callers', async () => {
  await beginAndTalk();
  const dora = await floor.dial('dora', 'ben');
  floor.legs.tell({ type: 'unreachable', legId: floor.rung('ben').legId });
  await settle();
  expect(floor.told(dora)).toEqual(['refuse 486']);
});
