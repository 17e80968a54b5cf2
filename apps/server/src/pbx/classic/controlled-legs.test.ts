import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LegFact, LegOrder, RegisteredContact } from '../calls/legs.ts';
import { FakeClock } from '../calls/testing/fake-clock.ts';
import { openControlledLegs } from './controlled-legs.ts';

const who = { userId: 'wanna', accountId: 's1' };
const wanted = {
  number: '+4969900092',
  ownNumber: '+4969900091',
  channelId: 'ca',
  sessionId: 'session',
  phoneId: 'fanna',
  deviceId: 'device-1',
  clientId: 'tab-1',
  address: '127.0.0.1',
};

let clock: FakeClock;
let controlled: ReturnType<typeof openControlledLegs>;
let facts: LegFact[];
let told: string[];
let signIns: Set<string>;
/** What a restart finds. */
let stored: Map<string, unknown>;
let serial: number;

beforeEach(() => {
  serial = 0;
  stored = new Map();
  clock = new FakeClock();
  signIns = new Set(['laptop']);
  open();
});

function open(): void {
  facts = [];
  told = [];
  controlled = openControlledLegs({
    clock,
    log: pino({ level: 'silent' }),
    store: {
      load: async () => [...stored].map(([legId, snapshot]) => ({ legId, snapshot })),
      save: async (legs) => {
        for (const { legId, snapshot } of legs) stored.set(legId, structuredClone(snapshot));
      },
      remove: async (legIds) => {
        for (const legId of legIds) stored.delete(legId);
      },
    },
    newId: () => `id-${serial++}`,
    tell(userId, name, payload) {
      const { reason, clientId, code } = payload as Record<string, unknown>;
      told.push([userId, name, reason ?? code ?? clientId].filter(Boolean).join(' '));
    },
    signInsOf: () => signIns,
    classicAmong: async (userIds) => userIds.filter((userId) => userId !== 'wnewer'),
  });
  controlled.legs.onFact((fact) => facts.push(fact));
}

const order = (given: LegOrder) => controlled.legs.order(given);
const types = () => facts.map(({ type }) => type);
const started = () => {
  const callId = controlled.calls.start(who, wanted);
  const [invited] = facts.splice(0);
  return { callId, legId: invited?.legId ?? '' };
};
/** All clients of Anna, as they are told of. */
const clients: RegisteredContact = {
  contactId: 'client:wanna',
  endpointId: 'client:wanna',
  userId: 'wanna',
  address: '',
  media: 'webrtc',
  alive: true,
  sharesRing: true,
};
const rings = async (): Promise<void> => {
  order({
    do: 'invite',
    legId: 'leg',
    sipCallId: 'call',
    sessionId: 'session',
    offer: 'our offer',
    target: { kind: 'device', contact: clients },
    from: { user: '+4969900092', name: 'Ben' },
    to: { user: '+4969900091', name: '+4969900091_ca' },
  });
  await clock.pass(0);
};

test('a call begins as an INVITE without an offer, with the phone and the number to show', () => {
  const callId = controlled.calls.start(who, wanted);
  expect(facts).toEqual([
    expect.objectContaining({
      type: 'invited',
      sipCallId: callId,
      sessionId: 'session',
      called: '+4969900092',
      controlled: true,
      phoneId: 'fanna',
      ownNumber: '+4969900091',
      calledName: '_ca',
      media: 'webrtc',
      from: { endpointId: 'device-1', accountId: 's1', userId: 'wanna', kind: 'client' },
    }),
  ]);
});

test('clients hear that their call was taken once a restart would find it', async () => {
  const { legId } = started();
  order({ do: 'provisional', legId, status: 183, sdp: 'our offer' });
  controlled.calls.answerPeer('wanna', 'device-1', 'their answer');
  const stores: number[] = [];
  told.push = (line: string) => stores.push(line.includes('accepted') ? stored.size : -1);
  order({ do: 'answer', legId, sdp: '' });
  await clock.pass(1);
  expect(stores).toEqual([1]);
});

test('a client that asks for the offer before it is made waits; the answer comes before anybody took the call', async () => {
  const { callId, legId } = started();
  const asked = controlled.calls.openPeer(who, 'device-1', callId);
  order({ do: 'provisional', legId, status: 183, sdp: 'our offer' });
  expect(await asked).toBe('our offer');
  controlled.calls.answerPeer('wanna', 'device-1', 'their answer');
  order({ do: 'provisional', legId, status: 180 });
  order({ do: 'answer', legId, sdp: '' });
  await clock.pass(60_000);
  expect(facts).toEqual([
    { type: 'earlyAnswered', legId, sdp: 'their answer' },
    { type: 'acknowledged', legId },
  ]);
  expect(told).toEqual(['wanna ringing', 'wanna accepted tab-1']);
});

test('an offer that comes with the answer is answered with the acknowledgement', async () => {
  const { callId, legId } = started();
  order({ do: 'answer', legId, sdp: 'late offer' });
  expect(await controlled.calls.openPeer(who, 'device-1', callId)).toBe('late offer');
  controlled.calls.answerPeer('wanna', 'device-1', 'their answer');
  await clock.pass(0);
  expect(facts).toEqual([{ type: 'acknowledged', legId, sdp: 'their answer' }]);
});

test('audio that is not made within ten seconds fails, and a call that nobody opens ends after thirty', async () => {
  const { callId, legId } = started();
  const asked = expect(controlled.calls.openPeer(who, 'device-1', callId)).rejects.toMatchObject({
    code: 'MEDIA_FAILED',
  });
  await clock.pass(10_000);
  await asked;
  await clock.pass(20_000);
  expect(facts).toEqual([{ type: 'cancelled', legId }]);
  expect(told).toEqual(['wanna terminated CANCELLED']);
});

test('the first client that accepts has the call, and its answer is the call’s', async () => {
  await rings();
  expect(told).toEqual(['wanna incoming']);
  expect(types()).toEqual(['provisional']);
  await expect(controlled.calls.openPeer(who, 'device-1', 'call')).rejects.toMatchObject({ code: 'WRONG_STATE' });
  controlled.calls.accept('wanna', 'call', 'tab-1');
  expect(() => controlled.calls.accept('wanna', 'call', 'tab-2')).toThrow('accepted elsewhere');
  expect(await controlled.calls.openPeer(who, 'device-1', 'call')).toBe('our offer');
  controlled.calls.answerPeer('wanna', 'device-1', 'their answer');
  expect(facts.at(-1)).toEqual({ type: 'answered', legId: 'leg', sdp: 'their answer' });
  expect(told).toEqual(['wanna incoming', 'wanna accepted tab-1']);
});

test('a client that accepts and gives no answer within ten seconds loses the call and hears why', async () => {
  await rings();
  controlled.calls.accept('wanna', 'call', 'tab-1');
  await clock.pass(10_000);
  expect(facts.at(-1)).toMatchObject({ type: 'refused', status: 480 });
  expect(told.slice(2)).toEqual(['wanna error CALL_ACCEPTING_ERROR', 'wanna terminated TERMINATED']);
});

test('busy is one sign-in’s answer: the call rings on until all are', async () => {
  signIns.add('office');
  await rings();
  controlled.calls.reject('wanna', 'call', 'busy', 'laptop');
  expect(types()).toEqual(['provisional']);
  controlled.calls.reject('wanna', 'call', 'busy', 'office');
  expect(facts.at(-1)).toEqual({ type: 'refused', legId: 'leg', status: 486, phrase: 'Busy Here' });
  expect(told.at(-1)).toBe('wanna terminated BUSY_HERE');
});

test('declined is the user’s answer, and its cause stops their other devices', async () => {
  signIns.add('office');
  await rings();
  controlled.calls.reject('wanna', 'call', 'declined', 'laptop');
  expect(facts.at(-1)).toMatchObject({ status: 486, reason: { cause: 603 } });
});

test('nobody who listens is nobody to ring, and only classic people count as a contact', async () => {
  expect(await controlled.legs.contactsOf(['wanna', 'wnewer'])).toMatchObject([{ userId: 'wanna', media: 'webrtc' }]);
  signIns.clear();
  expect(await controlled.legs.contactsOf(['wanna'])).toEqual([]);
  await rings();
  expect(facts).toEqual([{ type: 'unreachable', legId: 'leg' }]);
  expect(told).toEqual([]);
});

test.each([
  [{ cause: 200, text: 'Call completed elsewhere' }, 'ACCEPTED_ELSEWHERE'],
  [{ cause: 603, text: 'Declined' }, 'DECLINED'],
  [undefined, 'CANCELLED'],
])('a call that stops ringing for %j ends as %s', async (reason, ended) => {
  await rings();
  order({ do: 'cancel', legId: 'leg', ...(reason ? { reason } : {}) });
  await clock.pass(0);
  expect(facts.at(-1)).toMatchObject({ type: 'refused', status: 487 });
  expect(told.at(-1)).toBe(`wanna terminated ${ended}`);
});

const talking = async (): Promise<{ callId: string; legId: string }> => {
  const call = started();
  order({ do: 'provisional', legId: call.legId, status: 183, sdp: 'our offer' });
  await controlled.calls.openPeer(who, 'device-1', call.callId);
  controlled.calls.answerPeer('wanna', 'device-1', 'their answer');
  order({ do: 'answer', legId: call.legId, sdp: '' });
  await clock.pass(0);
  facts.length = 0;
  told.length = 0;
  return call;
};

test('the far side hangs up', async () => {
  const { legId } = await talking();
  order({ do: 'bye', legId });
  expect(facts).toEqual([]);
  expect(told).toEqual(['wanna remote-hangup', 'wanna terminated HANGUP']);
});

test('the user hangs up, and nobody else can', async () => {
  const { callId, legId } = await talking();
  expect(() => controlled.calls.hangUp('wben', callId)).toThrow('no such call');
  controlled.calls.hangUp('wanna', callId);
  expect(facts).toEqual([{ type: 'ended', legId }]);
  expect(() => controlled.calls.hangUp('wanna', callId)).toThrow('no such call');
});

test('ICE is restarted by an offer of the client', async () => {
  const { legId } = await talking();
  const restarted = controlled.calls.restartPeer('wanna', 'device-1', 'new offer');
  expect(facts).toEqual([{ type: 'reoffered', legId, sdp: 'new offer' }]);
  order({ do: 'answerReoffer', legId, sdp: 'new answer' });
  expect(await restarted).toBe('new answer');
  const refused = controlled.calls.restartPeer('wanna', 'device-1', 'another');
  order({ do: 'refuseReoffer', legId, status: 491 });
  await expect(refused).rejects.toMatchObject({ code: 'WRONG_STATE' });
});

test('a closed device leaves the call thirty seconds for another one, which takes the place of its leg', async () => {
  const { callId, legId } = await talking();
  controlled.calls.closePeer('wanna', 'device-1');
  await clock.pass(29_999);
  expect(facts).toEqual([]);
  const asked = controlled.calls.openPeer(who, 'device-2', callId);
  const invited = facts[0];
  expect(invited).toMatchObject({ type: 'invited', replacesLegId: legId, sessionId: 'session', controlled: true });
  order({ do: 'provisional', legId: invited?.legId ?? '', status: 183, sdp: 'offer for two' });
  expect(await asked).toBe('offer for two');
  controlled.calls.answerPeer('wanna', 'device-2', 'answer of two');
  order({ do: 'bye', legId });
  order({ do: 'answer', legId: invited?.legId ?? '', sdp: '' });
  await clock.pass(60_000);
  expect(told).toEqual([]);
  expect(controlled.calls.find('wanna', callId)).toMatchObject({ sessionId: 'session' });
});

test('a closed device whose call nobody takes ends it', async () => {
  const { legId } = await talking();
  controlled.calls.closePeer('wanna', 'device-1');
  await clock.pass(30_000);
  expect(facts).toEqual([{ type: 'ended', legId }]);
  expect(told).toEqual(['wanna terminated HANGUP']);
});

test('a take-over that is refused leaves the call as it was', async () => {
  const { callId, legId } = await talking();
  const asked = expect(controlled.calls.openPeer(who, 'device-2', callId)).rejects.toMatchObject({
    code: 'NO_SUCH_CALL',
  });
  order({ do: 'refuse', legId: facts[0]?.legId ?? '', status: 481 });
  await asked;
  expect(told).toEqual([]);
  controlled.calls.hangUp('wanna', callId);
  expect(facts.at(-1)).toEqual({ type: 'ended', legId });
});

test('a client that comes hears of the call that rings, and is somebody to ring with the others of its user', async () => {
  const came: string[] = [];
  controlled.legs.onContact(({ userId, sharesRing }) => came.push(`${userId} ${sharesRing}`));
  await rings();
  controlled.calls.clientCame('wanna');
  controlled.calls.clientCame('wben');
  controlled.calls.clientCame('wnewer');
  await clock.pass(0);
  expect(told).toEqual(['wanna incoming', 'wanna incoming']);
  expect(came).toEqual(['wanna true', 'wben true']);
});

test('nobody has more than twenty calls at a time, whatever others have', () => {
  const callIds = Array.from({ length: 20 }, () => controlled.calls.start(who, wanted));
  expect(() => controlled.calls.start(who, wanted)).toThrow('You have too many calls.');
  expect(() => controlled.calls.start({ ...who, userId: 'wben' }, wanted)).not.toThrow();
  controlled.calls.hangUp('wanna', callIds[0] ?? '');
  expect(() => controlled.calls.start(who, wanted)).not.toThrow();
});

describe('after signalling was killed', () => {
  /** Another life: nothing is left but the store, and time, which went on. */
  const reborn = async (asked: readonly string[]): Promise<readonly string[]> => {
    await clock.pass(0);
    clock = new FakeClock();
    open();
    return await controlled.legs.adopt(asked);
  };

  test('a call goes on: its client hears that the far side hung up', async () => {
    const { callId, legId } = await talking();
    expect(await reborn([legId])).toEqual([legId]);
    expect(controlled.calls.find('wanna', callId)).toEqual({ sipCallId: callId, sessionId: 'session' });
    order({ do: 'bye', legId });
    await clock.pass(0);
    expect(told).toEqual(['wanna remote-hangup', 'wanna terminated HANGUP']);
    expect(stored.size).toBe(0);
  });

  test('the user hangs up, and audio is offered again', async () => {
    const { callId, legId } = await talking();
    await reborn([legId]);
    const restarted = controlled.calls.restartPeer('wanna', 'device-1', 'new offer');
    order({ do: 'answerReoffer', legId, sdp: 'new answer' });
    expect(await restarted).toBe('new answer');
    controlled.calls.hangUp('wanna', callId);
    expect(facts.map(({ type }) => type)).toEqual(['reoffered', 'acknowledged', 'ended']);
  });

  test('a call that was taken here goes on as well', async () => {
    await rings();
    controlled.calls.accept('wanna', 'call', 'tab-1');
    await controlled.calls.openPeer(who, 'device-1', 'call');
    controlled.calls.answerPeer('wanna', 'device-1', 'their answer');
    expect(await reborn(['leg'])).toEqual(['leg']);
    await clock.pass(0);
    controlled.calls.clientCame('wanna');
    await clock.pass(60_000);
    controlled.calls.hangUp('wanna', 'call');
    expect(facts).toEqual([{ type: 'ended', legId: 'leg' }]);
  });

  test('nobody comes back: it ends after thirty seconds', async () => {
    const { legId } = await talking();
    await reborn([legId]);
    await clock.pass(29_999);
    expect(facts).toEqual([]);
    await clock.pass(1);
    expect(facts).toEqual([{ type: 'ended', legId }]);
  });

  test('a client that comes back keeps it, but not a call that no device had', async () => {
    const [kept, left] = [await talking(), await talking()];
    controlled.calls.closePeer('wanna', 'device-1');
    await reborn([kept.legId, left.legId]);
    controlled.calls.clientCame('wanna');
    await clock.pass(60_000);
    expect(facts).toEqual([{ type: 'ended', legId: left.legId }]);
    expect(controlled.calls.find('wanna', kept.callId)).not.toBeNull();
  });

  test('a reloaded page takes it over under the id that it knows', async () => {
    const { callId, legId } = await talking();
    await reborn([legId]);
    const asked = controlled.calls.openPeer(who, 'device-2', callId);
    const next = facts[0]?.legId ?? '';
    expect(facts).toMatchObject([{ type: 'invited', replacesLegId: legId, sessionId: 'session' }]);
    order({ do: 'provisional', legId: next, status: 183, sdp: 'offer for two' });
    expect(await asked).toBe('offer for two');
    controlled.calls.answerPeer('wanna', 'device-2', 'answer of two');
    order({ do: 'bye', legId });
    order({ do: 'answer', legId: next, sdp: '' });
    await clock.pass(60_000);
    expect([...stored.keys()]).toEqual([next]);
    expect(await reborn([next])).toEqual([next]);
    expect(controlled.calls.find('wanna', callId)).toMatchObject({ sessionId: 'session' });
  });

  test('a call that still rang, or that nobody asks for, is gone', async () => {
    const { callId } = await talking();
    await rings();
    expect(await reborn(['leg'])).toEqual([]);
    await clock.pass(0);
    expect(stored.size).toBe(0);
    expect(controlled.calls.find('wanna', callId)).toBeNull();
  });
});
