import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callPace } from '../call-pace.ts';
import type { LegFact } from '../calls/legs.ts';
import { FakeClock, settle } from '../calls/testing/fake-clock.ts';
import { FakeLegs } from '../calls/testing/fake-legs.ts';
import { type Exchange, startExchange } from '../exchange.ts';
import { FakeMedia } from '../media/fake-media.ts';
import { MediaError } from '../media/media.ts';
import type { OutsideLines } from '../ports.ts';
import { FakeBook } from './testing/fake-book.ts';
import { directoryOf, someUser } from './testing/some-people.ts';

const sdp = (media: string) => `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n${media}\r\n`;
const offer = sdp('m=audio 4000 RTP/AVP 8');

/** People are named by their account and a number: `a1` and `a2` are colleagues, `b1` is not. */
const directory = directoryOf([], {
  async userById(userId) {
    looked += 1;
    await directoryIsLate;
    return someUser(userId, { accountId: userId.charAt(0) });
  },
  pagingGroup: async () => ({
    groupId: 'g7',
    name: 'Shop',
    longestSeconds: 120,
    callerIds: null,
    members: Array.from({ length: 30 }, (_none, at) => ({ userId: `a${at + 10}`, isDnd: false })),
  }),
});
/** How often the directory was read. */
let looked = 0;
/** What readings of the directory wait for. */
let directoryIsLate = Promise.resolve();
const trunk = { trunkId: 'help', address: '192.0.2.1', srtp: 'off' } as const;
const lines: OutsideLines = {
  waysOut: async () => [trunk],
  emergencyWays: async () => [trunk],
  placeOf: async () => ({ country: 'DE', areaCode: '30' }),
  chosenSender: async () => null,
  mayShow: async () => false,
  mainNumber: async () => '+4930555000',
  emergencyAddress: async () => null,
};

class Office {
  readonly legs = new FakeLegs();
  readonly media = new FakeMedia();
  readonly logged: { level: number; msg: string }[] = [];
  readonly pace = callPace(() => 0);
  exchange: Exchange | undefined;
  #count = 0;

  static async open(audioPorts: number, most: Readonly<Record<string, number>> = {}): Promise<Office> {
    const office = new Office();
    const { legs, media, logged, pace } = office;
    const announce = { callRinging: () => {}, callEstablished: () => {}, callEnded: () => {} };
    const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    office.exchange = await startExchange({
      ways: [{ takes: () => true, legs }],
      media,
      directory,
      lines,
      announce,
      log,
      audioPorts,
      companyCalls: {
        mostCallsOf: (accountId) => most[accountId] ?? null,
        isForHelp: (_accountId, called) => called.endsWith('112'),
      },
      pace,
      book: new FakeBook(),
      clock: new FakeClock(),
    });
    return office;
  }

  /** A phone of somebody dials. */
  async dial(userId: string, called = '*43', says = offer): Promise<string> {
    this.#count += 1;
    const legId = `${userId}-${this.#count}`;
    const fact: LegFact = {
      type: 'invited',
      legId,
      sipCallId: `sip-${legId}`,
      called,
      media: 'rtp',
      address: '127.0.0.1',
      offer: says,
      from: { endpointId: `p-${userId}`, accountId: userId.charAt(0), userId, kind: 'phone' },
    };
    this.legs.tell(fact);
    await settle();
    return legId;
  }

  /** Somebody outside calls a number of these companies by a trunk that is all of theirs. */
  async ring(called: string, ...accountIds: string[]): Promise<string> {
    this.#count += 1;
    const legId = `outside-${this.#count}`;
    const trunks = accountIds.map((accountId) => ({
      trunkId: `t-${accountId}`,
      accountId,
      called,
      numberForm: 'e164' as const,
    }));
    const from = { kind: 'trunk', trunks, number: '+4940555000', name: null, maxForwards: 70 } as const;
    const about = { legId, sipCallId: `sip-${legId}`, called, media: 'rtp', address: '192.0.2.1', offer } as const;
    this.legs.tell({ type: 'invited', ...about, from });
    await settle();
    return legId;
  }

  /** Somebody clicks on a number: their own phones ring first. */
  async click(userId: string, number: string): Promise<void> {
    await this.exchange?.startCall(userId, { number, ownNumber: null, channelId: null, sessionId: null });
    await settle();
  }

  /** What somebody was told last. */
  said(legId: string) {
    return this.legs.orders.filter((order) => 'legId' in order && order.legId === legId).at(-1);
  }
}

const tooMany = { do: 'refuse', status: 503, phrase: 'Too Many Calls', retryAfterSeconds: 10 };

test('a phone has ten calls at the same time; the eleventh is refused, a colleague still calls, and a call that ends makes room', async () => {
  const office = await Office.open(500);
  const calls = [];
  for (let count = 0; count < 10; count++) calls.push(await office.dial('a1'));
  for (const legId of calls) expect(office.said(legId)?.do).toBe('answer');
  expect(office.said(await office.dial('a1'))).toMatchObject(tooMany);
  expect(office.said(await office.dial('a2'))?.do).toBe('answer');
  office.legs.tell({ type: 'ended', legId: calls[0] ?? '' });
  await settle();
  expect(office.said(await office.dial('a1'))?.do).toBe('answer');
});

test('a phone that dials fifty times in one moment has ten calls as well', async () => {
  const office = await Office.open(500);
  const all = await Promise.all(Array.from({ length: 50 }, () => office.dial('a1')));
  const done = all.map((legId) => office.said(legId)?.do);
  expect(done.filter((what) => what === 'answer').length).toBeLessThanOrEqual(10);
  expect(office.media.endpoints.size).toBeLessThanOrEqual(10);
  expect(done.filter((what) => what === 'refuse').length).toBeGreaterThanOrEqual(40);
});

test('an account has half of the ports; those of another account and who calls for help go on', async () => {
  const office = await Office.open(20);
  for (let count = 0; count < 10; count++) expect(office.said(await office.dial(`a${count}`))?.do).toBe('answer');
  expect(office.said(await office.dial('a99'))).toMatchObject(tooMany);
  expect(office.said(await office.dial('b1'))?.do).toBe('answer');
  await office.dial('a99', '112');
  expect(office.legs.of('invite').map(({ target }) => target)).toMatchObject([{ kind: 'trunk', isEmergency: true }]);
});

test('phones that hear a page take of the ports of their account', async () => {
  const office = await Office.open(20);
  for (let at = 10; at < 40; at++) office.legs.register(`a${at}`, 'rtp', `p-a${at}`);
  const speaker = await office.dial('a1', '*117');
  office.legs.tell({ type: 'acknowledged', legId: speaker });
  await settle();
  expect(office.legs.of('invite')).toHaveLength(9);
  expect(office.said(await office.dial('a2'))).toMatchObject(tooMany);
  expect(office.said(await office.dial('b1'))?.do).toBe('answer');
  await office.dial('a2', '112');
  expect(office.legs.of('invite').at(-1)?.target).toMatchObject({ kind: 'trunk', isEmergency: true });
  office.legs.tell({ type: 'ended', legId: speaker });
  await settle();
  expect(office.said(await office.dial('a2'))?.do).toBe('answer');
});

test('more calls than can be begun in time are refused with a time to try again, and none for help', async () => {
  const office = await Office.open(2000);
  const many = office.pace.limit;
  const people = Array.from({ length: many + 40 }, (_, at) => `${String.fromCharCode(97 + (at % 26))}${at}`);
  let letIn = () => {};
  const isLate = new Promise<void>((resolve) => (letIn = resolve));
  directoryIsLate = isLate;
  const all = people.map((userId) => office.dial(userId));
  const help = office.dial('a999', '112');
  letIn();
  const done = (await Promise.all(all)).map((legId) => office.said(legId));
  await help;
  await settle();
  // Those who came first wait for less.
  for (const order of done.slice(0, many)) expect(order?.do).toBe('answer');
  for (const order of done.slice(many)) expect(order).toMatchObject(tooMany);
  expect(office.legs.of('invite').map(({ target }) => target)).toMatchObject([{ kind: 'trunk', isEmergency: true }]);
  expect(office.said(await office.dial('z1'))?.do).toBe('answer');
});

test('a call counts as being begun until its audio is there and it is answered or rings', async () => {
  const office = await Office.open(2000);
  const { openEndpoint } = office.media;
  let give = () => {};
  const isThere = new Promise<void>((resolve) => (give = resolve));
  office.media.openEndpoint = async (request) => {
    await isThere;
    return await openEndpoint.call(office.media, request);
  };
  const many = office.pace.limit;
  for (let at = 0; at < many; at += 1) await office.dial(`${String.fromCharCode(97 + (at % 26))}${at}`);
  expect(office.said(await office.dial('z1'))).toMatchObject(tooMany);
  give();
  await settle();
  expect(office.pace.isFull()).toBe(false);
  expect(office.said(await office.dial('z2'))?.do).toBe('answer');
});

test('the audio of a call for help may use the ports that are kept for it, that of another call not', async () => {
  const office = await Office.open(20);
  const opened: unknown[] = [];
  const { openEndpoint } = office.media;
  office.media.openEndpoint = async (request) => {
    opened.push(request.emergency);
    return await openEndpoint.call(office.media, request);
  };
  await office.dial('a1', '112');
  await office.dial('a1');
  expect(opened).toEqual([true, undefined]);
});

test('a phone that rings first for a click on an emergency number may use them too', async () => {
  const office = await Office.open(20);
  const opened: unknown[] = [];
  const { openEndpoint } = office.media;
  office.media.openEndpoint = async (request) => {
    opened.push(request.emergency);
    return await openEndpoint.call(office.media, request);
  };
  office.legs.register('a1', 'rtp');
  await office.click('a1', '112');
  await office.click('a1', '+4940555000');
  expect(opened).toEqual([true, undefined]);
});

test('clicks that ring people on the whole server take no calls away from each other', async () => {
  const office = await Office.open(500);
  const people = Array.from({ length: 15 }, (_, at) => `${String.fromCharCode(97 + at)}1`);
  for (const userId of people) office.legs.register(userId);
  for (const userId of people) await office.click(userId, '+4940555000');
  expect(office.legs.of('invite')).toHaveLength(15);
});

test('a caller for whom no port is left is told when to try again', async () => {
  const office = await Office.open(20);
  office.media.openEndpoint = async () => {
    throw new MediaError('NO_FREE_PORT', 'every RTP port for this is taken');
  };
  expect(office.said(await office.dial('a1'))).toMatchObject(tooMany);
});

test.each([
  ['encryption that nobody can begin here', sdp('m=audio 4000 RTP/SAVP 8')],
  ['a fax', sdp('m=image 4000 udptl t38')],
  ['no audio', sdp('m=audio 0 RTP/AVP 8')],
])('an offer of %s is refused with 488, and no warning asks an operator to look', async (_what, says) => {
  const office = await Office.open(20);
  expect(office.said(await office.dial('a1', '*43', says))).toMatchObject({ do: 'refuse', status: 488 });
  expect(office.logged.filter(({ level }) => level >= 40)).toEqual([]);
});

test('a company has as many calls as its operator lets it have; the next is refused before anything is looked up', async () => {
  const office = await Office.open(500, { a: 2 });
  const first = await office.dial('a1');
  expect(office.said(first)?.do).toBe('answer');
  expect(office.said(await office.dial('a2'))?.do).toBe('answer');
  const before = looked;
  expect(office.said(await office.dial('a3'))).toMatchObject(tooMany);
  expect(looked).toBe(before);
  // Others have nothing to do with it.
  expect(office.said(await office.dial('b1'))?.do).toBe('answer');
  await office.dial('a3', '112');
  expect(office.legs.of('invite').map(({ target }) => target)).toMatchObject([{ kind: 'trunk', isEmergency: true }]);
  // What only ends like a number for help is looked at more closely.
  expect(office.said(await office.dial('a3', '+4930555112'))).toMatchObject(tooMany);
  office.legs.tell({ type: 'ended', legId: first });
  await settle();
  expect(office.said(await office.dial('a3'))).toMatchObject(tooMany);
});

test('of many calls of one moment a company gets as many as it may have, in the order in which they come', async () => {
  const office = await Office.open(2000, { a: 3 });
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => office.dial(`a${at}`)));
  const done = all.map((legId) => office.said(legId)?.do);
  expect(done.slice(0, 3)).toEqual(['answer', 'answer', 'answer']);
  expect(done.filter((what) => what === 'refuse')).toHaveLength(17);
});

test('callers from outside find a company that has all its calls busy', async () => {
  const office = await Office.open(500, { a: 1 });
  await office.dial('a1');
  const before = looked;
  expect(office.said(await office.ring('+4930555001', 'a'))).toMatchObject({ do: 'refuse', status: 486 });
  expect(looked).toBe(before);
  // A trunk that another company has as well: whose call it is, the number says.
  expect(office.said(await office.ring('+4930555001', 'a', 'b'))).toMatchObject({ do: 'refuse', status: 404 });
});
