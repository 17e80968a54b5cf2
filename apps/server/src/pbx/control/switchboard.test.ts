import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LegOrder } from '../calls/legs.ts';
import { FakeClock, settle } from '../calls/testing/fake-clock.ts';
import { FakeLegs } from '../calls/testing/fake-legs.ts';
import { type Exchange, startExchange } from '../exchange.ts';
import { FakeMedia } from '../media/fake-media.ts';
import { FakeBook } from './testing/fake-book.ts';
import { directoryOf, privateChannelOf, someUser } from './testing/some-people.ts';

const offer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

const ben = someUser('wben', { extension: '12' });
const directory = directoryOf([someUser('wanna', { extension: '11' }), ben], {
  channelByExtension: async (_account, extension) => (extension === '12' ? privateChannelOf(ben) : null),
});

let legs: FakeLegs;
let media: FakeMedia;
let book: FakeBook;
let clock: FakeClock;
let exchange: Exchange;
let announced: string[];

beforeEach(async () => {
  legs = new FakeLegs();
  media = new FakeMedia();
  book = new FakeBook();
  clock = new FakeClock();
  announced = [];
  const announce = {
    callRinging: ({ userIds }: { userIds: readonly string[] }) => void announced.push(`ringing ${userIds}`),
    callEstablished: ({ userIds }: { userIds: readonly string[] }) => void announced.push(`established ${userIds}`),
    callEnded: ({ reason }: { reason: string }) => void announced.push(`ended ${reason}`),
  };
  legs.register('wben', 'rtp');
  exchange = await startExchange({
    ways: [{ takes: () => true, legs }],
    media,
    directory,
    book,
    announce,
    clock,
    log: pino({ level: 'silent' }),
  });
});

const told = (): string[] =>
  legs.orders.map((order: LegOrder) => `${order.do}${'status' in order ? ` ${order.status}` : ''}`);

const dial = async (called = '12', legId = 'caller'): Promise<void> => {
  const from = { endpointId: 'panna', accountId: 's1', userId: 'wanna', kind: 'phone' } as const;
  legs.tell({
    type: 'invited',
    legId,
    sipCallId: `sip-${legId}`,
    from,
    called,
    media: 'rtp',
    address: '127.0.0.1',
    offer,
  });
  await settle();
};
const callee = (): string => legs.of('invite')[0]?.legId ?? 'nobody';
/** The device answers as a real one would: with an answer to what it was offered. */
const answer = async (): Promise<void> => {
  legs.tell({ type: 'provisional', legId: callee(), status: 180 });
  await settle();
  legs.tell({ type: 'answered', legId: callee(), sdp: offer });
  await settle();
};
const talk = async (): Promise<void> => {
  await dial();
  await answer();
  legs.tell({ type: 'acknowledged', legId: 'caller' });
};

test('a call from INVITE to BYE', async () => {
  await talk();
  expect(told()).toEqual(['invite', 'provisional 180', 'acknowledge', 'answer']);
  expect([...media.endpoints.values()].map((endpoint) => endpoint.bridgedWith !== null)).toEqual([true, true]);
  expect(exchange.activeCalls()).toBe(1);
  legs.tell({ type: 'ended', legId: 'caller' });
  await settle();
  expect(told()).toEqual(['invite', 'provisional 180', 'acknowledge', 'answer', 'bye']);
  expect(media.endpoints.size).toBe(0);
  expect(book.lines).toEqual(['opened', 'established wben', 'ended HANGUP']);
  expect(announced).toEqual(['ringing wben', 'established wanna,wben', 'ended HANGUP']);
  expect(exchange.activeCalls()).toBe(0);
  // An ended call is shown a little longer.
  await clock.pass(10_000);
  expect(clock.pending).toBe(0);
});

test('a caller who calls while the exchange still tidies up is served as soon as it is ready', async () => {
  const late = new FakeLegs();
  late.register('wben', 'rtp');
  const announce = { callRinging: () => {}, callEstablished: () => {}, callEnded: () => {} };
  const ready = startExchange({
    ways: [{ takes: () => true, legs: late }],
    media,
    directory,
    book,
    announce,
    clock,
    log: pino({ level: 'silent' }),
  });
  const from = { endpointId: 'panna', accountId: 's1', userId: 'wanna', kind: 'phone' } as const;
  late.tell({
    type: 'invited',
    legId: 'l',
    sipCallId: 'early',
    from,
    called: '12',
    media: 'rtp',
    address: '127.0.0.1',
    offer,
  });
  await ready;
  await settle();
  expect(late.of('invite')).toHaveLength(1);
});

test('an unanswered call rings for the time of its channel', async () => {
  await dial();
  legs.tell({ type: 'provisional', legId: callee(), status: 180 });
  await clock.pass(29_999);
  expect(told()).toEqual(['invite', 'provisional 180']);
  await clock.pass(1);
  expect(told()).toEqual(['invite', 'provisional 180', 'refuse 480', 'cancel']);
  legs.tell({ type: 'refused', legId: callee(), status: 487, phrase: 'Request Terminated' });
  await settle();
  // An ended call is shown a little longer.
  await clock.pass(10_000);
  expect(clock.pending).toBe(0);
  expect(media.endpoints.size).toBe(0);
});

test('a caller who gives up while the steps still run leaves a missed call', async () => {
  const from = { endpointId: 'panna', accountId: 's1', userId: 'wanna', kind: 'phone' } as const;
  legs.tell({
    type: 'invited',
    legId: 'caller',
    sipCallId: 'x',
    from,
    called: '12',
    media: 'rtp',
    address: '127.0.0.1',
    offer,
  });
  legs.tell({ type: 'cancelled', legId: 'caller' });
  await settle();
  expect(told()).toEqual([]);
  expect(book.lines).toEqual(['opened', 'ended CANCELLED']);
  expect(media.endpoints.size).toBe(0);
});

test('a number that nobody has is refused and noted', async () => {
  await dial('99');
  expect(told()).toEqual(['refuse 404']);
  expect(book.failedDials).toMatchObject([{ target: '99', ownerUserId: 'wanna', code: 'NUMBER_NOT_FOUND' }]);
});

test('a late 200 of a leg that nobody remembers is ended', () => {
  legs.tell({ type: 'answered', legId: 'long-gone', sdp: offer });
  expect(told()).toEqual(['bye']);
});

test('a user says by command that the device which rings is busy', async () => {
  await dial();
  legs.tell({ type: 'provisional', legId: callee(), status: 180 });
  await settle();
  await exchange.hangUp('wben', { id: legs.of('invite')[0]?.sipCallId ?? '' }, 'busy');
  await settle();
  expect(told()).toEqual(['invite', 'provisional 180', 'cancel', 'refuse 486']);
  expect(book.lines).toContain('ended BUSY_HERE');
});

describe('hold', () => {
  const hold = (userId: string, callId: string, held = true) => exchange.hold(userId, { id: callId }, held);

  test('is found by the Call-ID of the own leg, and by nobody else', async () => {
    await talk();
    await hold('wanna', 'sip-caller');
    const held = [...media.endpoints.values()].map((endpoint) => endpoint.held);
    expect(held.sort()).toEqual([false, true]);
    await expect(hold('wben', 'sip-caller')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
    await expect(hold('wanna', 'sip-other')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
    await hold('wben', legs.of('invite')[0]?.sipCallId ?? '');
  });

  test('is not for a call that still rings or is over', async () => {
    await dial();
    await expect(hold('wanna', 'sip-caller')).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await answer();
    legs.tell({ type: 'ended', legId: 'caller' });
    await settle();
    await expect(hold('wanna', 'sip-caller')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
  });

  test('that media cannot do is told to who asked', async () => {
    await talk();
    media.isUnavailable = true;
    await expect(hold('wanna', 'sip-caller')).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
    expect(exchange.activeCalls()).toBe(1);
  });
});

describe('when the database is down', () => {
  test('new calls are refused with 503', async () => {
    book.isDown = true;
    await dial();
    expect(told()).toContain('refuse 503');
    expect(media.endpoints.size).toBe(0);
  });

  test('a running call goes on, and its end is written when the database is back, with the time it really ended', async () => {
    await talk();
    book.isDown = true;
    legs.tell({ type: 'ended', legId: 'caller' });
    const end = clock.now();
    await clock.pass(60_000);
    expect(announced).not.toContain('ended HANGUP');
    book.isDown = false;
    await clock.pass(5000);
    expect(book.lines.at(-1)).toBe('ended HANGUP');
    expect(book.endedAt).toEqual(end);
    expect(announced.at(-1)).toBe('ended HANGUP');
  });

  test('two who answer meanwhile are put through after half a second', async () => {
    await dial();
    book.isDown = true;
    await answer();
    expect(told()).not.toContain('answer');
    await clock.pass(500);
    expect(told()).toContain('answer');
    book.isDown = false;
    await clock.pass(5000);
    expect(book.lines).toEqual(['opened', 'established wben']);
  });
});

describe('when media is lost', () => {
  test('calls that talk end with BYE on both sides', async () => {
    await talk();
    media.tell({ type: 'lost' });
    await settle();
    expect(told().slice(-2)).toEqual(['bye', 'bye']);
    expect(book.lines.at(-1)).toBe('ended TERMINATED');
  });

  test('a call cannot begin', async () => {
    media.isUnavailable = true;
    await dial();
    expect(told()).toEqual(['refuse 503']);
  });
});

test('the exchange stops without a call left open, and no longer takes any', async () => {
  await talk();
  await exchange.stop();
  expect(told().slice(-2)).toEqual(['bye', 'bye']);
  expect(book.lines.at(-1)).toBe('ended TERMINATED');
  await dial('12', 'another');
  expect(legs.of('invite')).toHaveLength(1);
});

test('the echo test plays its tone, then echoes, and # ends it', async () => {
  await dial('*43');
  expect(told()).toEqual(['answer']);
  legs.tell({ type: 'acknowledged', legId: 'caller' });
  await settle();
  const [[endpointId, endpoint] = []] = [...media.endpoints];
  expect(endpoint?.sound).toBe('confirmation');
  await clock.pass(1200);
  expect(endpoint).toMatchObject({ sound: null, echo: true });
  media.tell({ type: 'dtmf', endpointId: endpointId ?? '', digit: '#', durationMs: 100 });
  await settle();
  expect(told()).toEqual(['answer', 'bye']);
  expect(book.lines).toEqual(['opened', 'established wanna', 'ended HANGUP']);
});
