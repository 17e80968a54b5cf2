import { randomUUID } from 'node:crypto';
import { callerFromTrunk, numbersFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import type { Logger } from 'pino';
import type { LegFact } from '../../calls/legs.ts';
import { type LineTestCall, type LineTestOrder, LineTestRefused, type LineTests } from '../../line-tests.ts';
import type { Media, SrtpPolicy } from '../../media/media.ts';
import type { ExchangeClock, OutboundPolicy, OutsideLine, OutsideLines } from '../../ports.ts';
import { findNumber } from '../../routing/find-number.ts';
import type { Waiting, WaitingLegs } from '../arriving/waiting-legs.ts';
import type { OfLeg } from '../call-table.ts';
import type { LegTable } from '../leg-table.ts';
import { openEnd, type TestEnd } from './test-end.ts';
import { hertz, writeTestSounds } from './test-sounds.ts';

export interface LineTesterParts {
  readonly media: Media;
  readonly legs: LegTable;
  readonly waiting: WaitingLegs;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  readonly lines?: OutsideLines | undefined;
  readonly policy?: OutboundPolicy | undefined;
  /** Where its sounds lie, and what it hears for a moment; without it nothing is tested. */
  readonly lineTestFolder?: string | undefined;
}

type Invited = Extract<LegFact, { type: 'invited' }>;

export interface LineTester extends LineTests {
  /** True for a call that comes back because a test made it: nobody else hears of it. */
  takes(invited: Invited): boolean;
}

/** A person has to walk to the phone; a number of ours answers by itself. */
const answerWithinMs = { loop: 15_000, person: 45_000 };
const listenMs = 3_000;
const keysMs = 1_500;
/** So long a person may listen, speak and press. */
const personMs = 10_000;

/** What a test waits for that comes back. */
interface Expected {
  readonly order: LineTestOrder;
  readonly isCalled: (invited: Invited) => boolean;
  readonly arrived: (invited: Invited) => void;
}

/** Tests of trunks, one of an account at a time. */
export function lineTester(parts: LineTesterParts): LineTester {
  const { legs, log } = parts;
  const running = new Map<string, Expected | null>();
  return {
    async testLine(order) {
      const { accountId } = order;
      if (running.has(accountId)) throw new LineTestRefused('running');
      running.set(accountId, null);
      try {
        return await test(parts, order, (expected) => running.set(accountId, expected));
      } finally {
        running.delete(accountId);
      }
    },
    takes(invited) {
      if (invited.from.kind !== 'trunk') return false;
      for (const expected of running.values()) {
        if (!expected?.isCalled(invited)) continue;
        log.info({ legId: invited.legId, trunkId: expected.order.trunkId }, 'trunks: the call of a test came back');
        legs.order({ do: 'provisional', legId: invited.legId, status: 180 });
        running.set(expected.order.accountId, null);
        expected.arrived(invited);
        return true;
      }
      return false;
    },
  };
}

async function test(
  parts: LineTesterParts,
  order: LineTestOrder,
  expect: (expected: Expected) => void,
): Promise<LineTestCall> {
  const { lines, lineTestFolder: folder } = parts;
  const line = (await lines?.waysOut(order.accountId))?.find(({ trunkId }) => trunkId === order.trunkId);
  if (!lines || !line || folder === undefined) return notTaken(null, 'The trunk is not connected');
  const place = await lines.placeOf(order.accountId);
  await refuseForbidden(parts, order, findNumber(order.number, place).kind === 'emergency');
  const identity = order.isLoop ? order.number : await lines.mainNumber(order.accountId);
  const sounds = await writeTestSounds(folder);
  const arrival = Promise.withResolvers<Invited>();
  if (order.isLoop) {
    const shows = order.fixedNumber ?? order.number;
    const isCalled = ({ from }: Invited) =>
      from.kind === 'trunk' &&
      from.trunks.some(
        ({ accountId, called, numberForm }) =>
          accountId === order.accountId &&
          numbersFromTrunk(called, numberForm, place).includes(order.number) &&
          mayShowUs(from.number === null ? null : callerFromTrunk(from.number, numberForm, place), shows),
      );
    expect({ order, isCalled, arrived: arrival.resolve });
  }
  const given = { order, line, identity, folder, sounds };
  if (!order.isLoop) return await callPerson(parts, given);
  const shownBy = ({ from }: Invited) => {
    if (from.kind !== 'trunk' || from.number === null) return null;
    const form = from.trunks.find(({ accountId }) => accountId === order.accountId)?.numberForm ?? 'e164';
    return callerFromTrunk(from.number, form, place) ?? from.number;
  };
  return await callOurselves(parts, given, arrival.promise, shownBy);
}

/** Digits at the end in which the numbers of one company differ. */
const ownDigits = 4;

/**
 * Whether a call that comes in may be the one that a test makes: it shows our number, another one of the same block, or none.
 * Anybody else who calls this number at that moment is a caller.
 */
function mayShowUs(shown: string | null, ours: string): boolean {
  if (shown === null || !shown.startsWith('+')) return true;
  return shown.slice(0, -ownDigits) === ours.slice(0, -ownDigits);
}

interface Given {
  readonly order: LineTestOrder;
  readonly line: OutsideLine;
  readonly identity: string | null;
  readonly folder: string;
  readonly sounds: Awaited<ReturnType<typeof writeTestSounds>>;
}

/** What guards every call outside guards this one: emergency numbers are never called, and limits count. */
async function refuseForbidden(
  { policy, clock }: LineTesterParts,
  { accountId, userId, number }: LineTestOrder,
  isEmergency: boolean,
): Promise<void> {
  if (isEmergency) throw new LineTestRefused('emergency');
  const answer = await policy?.mayCall({
    accountId,
    userId,
    e164: number,
    sessionId: randomUUID(),
    kind: 'call',
    at: clock.now(),
  });
  if (answer?.allowed === false) throw new LineTestRefused(answer.code === 'LIMIT_REACHED' ? 'limit' : 'barred');
}

const notTaken = (status: number | null, words: string): LineTestCall => ({
  call: { isTaken: false, status, words },
  arrival: null,
  audioOut: null,
  audioIn: null,
  keys: null,
});

/** A call to an own number: each end plays a tone, listens for the other's, and presses keys that the other is to get. */
async function callOurselves(
  parts: LineTesterParts,
  given: Given,
  arrival: Promise<Invited>,
  shownBy: (invited: Invited) => string | null,
): Promise<LineTestCall> {
  const answering = arrival.then((invited) => answerIt(parts, given, invited));
  // Where the call is refused nobody waits for it any longer.
  answering.catch(() => {});
  const tested = withCall(parts, given, answerWithinMs.loop, async (calling) => {
    const invited = await within(parts.clock, 5_000, arrival);
    const cameBack = invited !== null;
    const shown = invited && shownBy(invited);
    const found = { cameBack, shown, expected: given.order.fixedNumber ?? given.identity };
    const called = cameBack ? await within(parts.clock, 5_000, answering) : null;
    if (!called) return { arrival: found, audioOut: null, audioIn: null, keys: null };
    try {
      await Promise.all([calling.speak(given.sounds.calling), called.end.speak(given.sounds.called)]);
      await pause(parts.clock, listenMs);
      const [here, there] = await Promise.all([calling.hear(hertz.called), called.end.hear(hertz.calling)]);
      await Promise.all([calling.press('5'), called.end.press('7')]);
      await pause(parts.clock, keysMs);
      const keys = called.end.digits().includes('5') && calling.digits().includes('7');
      return { arrival: found, audioOut: there.tone, audioIn: here.tone, keys };
    } finally {
      await called.close();
    }
  });
  // A call that came back, and whose other end was refused then.
  return await tested.finally(() => void answering.then((called) => called.close()).catch(() => {}));
}

/** A call to a person: they hear a tone, speak, and press 1. */
const callPerson = (parts: LineTesterParts, given: Given): Promise<LineTestCall> =>
  withCall(parts, given, answerWithinMs.person, async (calling) => {
    await calling.speak(given.sounds.calling);
    for (let waited = 0; waited < personMs && !calling.digits().includes('1'); waited += 500)
      await pause(parts.clock, 500);
    const heard = await calling.hear(hertz.called);
    const pressed = calling.digits();
    // Who presses 1 says that they hear the tone; who presses nothing may have heard it.
    return {
      arrival: null,
      audioOut: pressed.includes('1') ? true : null,
      audioIn: heard.sound,
      keys: pressed === '' ? null : true,
    };
  });

/** Calls by the trunk, does something once it is answered, and hangs up, whatever happens. */
async function withCall(
  parts: LineTesterParts,
  given: Given,
  withinMs: number,
  talk: (calling: TestEnd) => Promise<Omit<LineTestCall, 'call'>>,
): Promise<LineTestCall> {
  const { srtp } = given.line;
  const first = await attempt(parts, given, { withinMs, srtp: srtp === 'offer' ? 'require' : srtp }, talk);
  const isAboutSrtp = !first.call.isTaken && (first.call.status === 488 || first.call.status === 606);
  return srtp === 'offer' && isAboutSrtp ? await attempt(parts, given, { withinMs, srtp: 'off' }, talk) : first;
}

async function attempt(
  parts: LineTesterParts,
  { order, line, identity, folder }: Given,
  { withinMs, srtp }: { readonly withinMs: number; readonly srtp: SrtpPolicy },
  talk: (calling: TestEnd) => Promise<Omit<LineTestCall, 'call'>>,
): Promise<LineTestCall> {
  const { media, legs, waiting, clock } = parts;
  const legId = randomUUID();
  const calling = await openEnd({ media, folder, address: line.address, srtp });
  const leg = waiting.begin(legId);
  const { trunkId, number } = order;
  const target = { kind: 'trunk', trunkId, number, identity, isEmergency: false, maxForwards: 70 } as const;
  let isUp = false;
  try {
    legs.order({
      do: 'invite',
      legId,
      sipCallId: randomUUID(),
      sessionId: randomUUID(),
      target,
      offer: calling.sdp,
      from: { user: identity ?? '' },
      to: { user: number },
    });
    const answer = await answerOf(leg, clock, withinMs);
    if (answer === null) legs.order({ do: 'cancel', legId });
    if (answer?.type !== 'answered') return notTaken(answer?.status ?? null, answer?.words ?? 'Nobody answers');
    isUp = true;
    legs.order({ do: 'acknowledge', legId });
    await media.acceptAnswer(calling.endpointId, answer.sdp);
    return { call: { isTaken: true }, ...(await talk(calling)) };
  } finally {
    if (isUp) legs.order({ do: 'bye', legId });
    leg.end();
    await calling.close();
  }
}

type Answered =
  | { readonly type: 'answered'; readonly sdp: string }
  | { readonly type: 'refused'; readonly status: number | null; readonly words: string };

/** What the other side says in the end; null: nothing within that time. */
async function answerOf(leg: Waiting, clock: ExchangeClock, withinMs: number): Promise<Answered | null> {
  const until = clock.now().getTime() + withinMs;
  let early: string | undefined;
  for (;;) {
    const fact = await within<OfLeg>(clock, Math.max(0, until - clock.now().getTime()), leg.next());
    if (fact === null) return null;
    if (fact.type === 'provisional' && fact.sdp !== undefined) early = fact.sdp;
    if (fact.type === 'answered') {
      const sdp = fact.sdp ?? early;
      return sdp === undefined ? { type: 'refused', status: 488, words: 'No audio' } : { type: 'answered', sdp };
    }
    if (fact.type === 'refused')
      return { type: 'refused', status: fact.status, words: `${fact.status} ${fact.phrase}`.trim().slice(0, 100) };
    if (fact.type === 'unreachable' || fact.type === 'ended')
      return { type: 'refused', status: null, words: 'It does not answer' };
  }
}

/** Takes the call that came back. */
async function answerIt(
  { media, legs, waiting, clock }: LineTesterParts,
  { folder, line }: Given,
  invited: Invited,
): Promise<{ readonly end: TestEnd; close(): Promise<void> }> {
  const { legId, offer, address, srtp = 'off' } = invited;
  const leg = waiting.begin(legId);
  const end = await openEnd({ media, folder, address: address || line.address, srtp }, offer);
  legs.order({ do: 'answer', legId, sdp: end.sdp });
  const acknowledged = await within<OfLeg>(clock, 5_000, leg.next());
  if (acknowledged?.type === 'acknowledged' && offer === undefined && acknowledged.sdp !== undefined)
    await media.acceptAnswer(end.endpointId, acknowledged.sdp);
  let isClosed = false;
  return {
    end,
    async close() {
      if (isClosed) return;
      isClosed = true;
      legs.order({ do: 'bye', legId });
      leg.end();
      await end.close();
    },
  };
}

const pause = (clock: ExchangeClock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

/** What is promised, or null where it takes longer. */
async function within<Value>(clock: ExchangeClock, ms: number, promised: Promise<Value>): Promise<Value | null> {
  let cancel = () => {};
  const late = new Promise<null>((resolve) => {
    cancel = clock.after(ms, () => resolve(null));
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    cancel();
  }
}
