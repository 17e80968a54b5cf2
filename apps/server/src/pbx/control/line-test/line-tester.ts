import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { Logger } from 'pino';
import {
  type LineTestCall,
  type LineTestOrder,
  LineTestRefused,
  type LineTests,
  notConnected,
  notTaken,
} from '../../line-tests.ts';
import type { Media, SrtpPolicy } from '../../media/media.ts';
import type { ExchangeClock, OutboundPolicy, OutsideLine, OutsideLines } from '../../ports.ts';
import { findNumber } from '../../routing/find-number.ts';
import type { Waiting, WaitingLegs } from '../arriving/waiting-legs.ts';
import type { OfLeg } from '../call-table.ts';
import type { LegTable } from '../leg-table.ts';
import { type CameBack, type Expected, type Invited, shownBy, whoseCall } from './expected-call.ts';
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

export interface LineTester extends LineTests {
  /**
   * True for a call that comes back because a test made it: nobody else hears of it. One that hides its number may be given
   * back a moment later.
   */
  takes(invited: Invited, giveBack: () => void): boolean;
}

/** A person has to walk to the phone; a number of ours answers by itself. */
const answerWithinMs = { loop: 15_000, person: 45_000 };
const listenMs = 3_000;
const keysMs = 1_500;
/** How long a person may listen, speak and press. */
const personMs = 10_000;
/** How soon the calling end hears that its other end rings. */
const ringsWithinMs = 1_000;

/** Tests of trunks, one of an account at a time. */
export function lineTester(parts: LineTesterParts): LineTester {
  const { legs, log, waiting, lineTestFolder } = parts;
  // What was heard before the server ended in the middle of a test.
  if (lineTestFolder !== undefined) rmSync(lineTestFolder, { recursive: true, force: true });
  const running = new Map<string, Expected | null>();
  /** Calls that hide their number and were looked at, and the last look of each test. */
  const hidden = new WeakSet<Invited>();
  const looking = new WeakMap<Expected, Promise<void>>();

  const takeOurs = (expected: Expected, call: CameBack): void => {
    const { accountId, trunkId } = expected.order;
    log.info({ legId: call.invited.legId, trunkId }, 'trunks: the call of a test came back');
    running.set(accountId, null);
    expected.arrived(call);
  };
  /** Lets it ring: where our calling end hears that, the call is ours. One after the other: of two that ring it could be either. */
  async function look(expected: Expected, call: CameBack, giveBack: () => void): Promise<void> {
    hidden.add(call.invited);
    const before = looking.get(expected);
    if (before) await before;
    const isDue = () => running.get(expected.order.accountId) === expected;
    if (isDue() && (await isHeardToRing(legs, expected, call)) && isDue()) return takeOurs(expected, call);
    call.leg.end();
    giveBack();
    for (const fact of call.leg.facts) legs.hearAgain(fact);
  }

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
    takes(invited, giveBack) {
      if (hidden.has(invited)) return false;
      for (const expected of running.values()) {
        const whose = expected?.whose(invited) ?? null;
        if (!expected || whose === null) continue;
        const call = { invited, leg: waiting.begin(invited.legId) };
        if (whose === 'hidden') looking.set(expected, look(expected, call, giveBack));
        else {
          legs.order({ do: 'provisional', legId: invited.legId, status: 180 });
          takeOurs(expected, call);
        }
        return true;
      }
      return false;
    },
  };
}

/** Lets a call ring; true where our calling end hears that. */
function isHeardToRing(legs: LegTable, { ringsWithin }: Expected, { invited }: CameBack): Promise<boolean> {
  // Before the order, whose echo tells.
  const heard = ringsWithin(ringsWithinMs);
  legs.order({ do: 'provisional', legId: invited.legId, status: 180 });
  return heard;
}

async function test(
  parts: LineTesterParts,
  order: LineTestOrder,
  expect: (expected: Expected) => void,
): Promise<LineTestCall> {
  const { lines, lineTestFolder: folder } = parts;
  const line = (await lines?.waysOut(order.accountId))?.find(({ trunkId }) => trunkId === order.trunkId);
  if (!lines || !line || folder === undefined) return notConnected();
  const place = await lines.placeOf(order.accountId);
  await refuseForbidden(parts, order, findNumber(order.number, place).kind === 'emergency');
  const identity = order.isLoop ? order.number : await lines.mainNumber(order.accountId);
  const sounds = await writeTestSounds(folder);
  const arrival = Promise.withResolvers<CameBack>();
  const ringing = ringingOf(parts.clock);
  let isBack = false;
  if (order.isLoop) {
    expect({
      order,
      whose: (invited) => whoseCall(order, place, invited),
      ringsWithin: ringing.within,
      arrived(call) {
        isBack = true;
        arrival.resolve(call);
      },
    });
  }
  const given = { order, place, line, identity, folder, sounds, heardRinging: ringing.heard, isBack: () => isBack };
  return order.isLoop ? await callOurselves(parts, given, arrival.promise) : await callPerson(parts, given);
}

/** When the calling end hears that it rings. */
function ringingOf(clock: ExchangeClock) {
  const waiting = new Set<() => void>();
  return {
    heard() {
      for (const tell of waiting) tell();
    },
    async within(ms: number): Promise<boolean> {
      const rings = Promise.withResolvers<true>();
      const tell = () => rings.resolve(true);
      waiting.add(tell);
      const isHeard = await within(clock, ms, rings.promise);
      waiting.delete(tell);
      return isHeard ?? false;
    },
  };
}

interface Given {
  readonly order: LineTestOrder;
  readonly place: NumberPlace;
  readonly line: OutsideLine;
  readonly identity: string | null;
  readonly folder: string;
  readonly sounds: Awaited<ReturnType<typeof writeTestSounds>>;
  readonly heardRinging: () => void;
  /** Whether the call came back. */
  readonly isBack: () => boolean;
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

/** A call to an own number: each end plays a tone, listens for the other's, and presses keys that the other is to get. */
async function callOurselves(parts: LineTesterParts, given: Given, arrival: Promise<CameBack>): Promise<LineTestCall> {
  const foundOf = (back: CameBack | null) => ({
    cameBack: back !== null,
    shown: back && shownBy(given.order, given.place, back.invited),
    expected: given.order.fixedNumber ?? given.identity,
  });
  const answering = arrival.then((call) => answerIt(parts, given, call));
  // Where the call is refused nobody waits for it any longer.
  answering.catch(() => {});
  const tested = withCall(parts, given, answerWithinMs.loop, async (calling) => {
    const back = await within(parts.clock, 5_000, arrival);
    const found = foundOf(back);
    const called = back !== null ? await within(parts.clock, 5_000, answering) : null;
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
  const done = await tested.finally(() => void answering.then((called) => called?.close()).catch(() => {}));
  return done.arrival === null && given.isBack() ? { ...done, arrival: foundOf(await arrival) } : done;
}

/** A call to a person: they hear a tone, speak, and press 1. */
const callPerson = (parts: LineTesterParts, given: Given): Promise<LineTestCall> =>
  withCall(parts, given, answerWithinMs.person, async (calling) => {
    await calling.speak(given.sounds.calling);
    for (let waited = 0; waited < personMs && !calling.digits().includes('1'); waited += 500)
      await pause(parts.clock, 500);
    const heard = await calling.hear(hertz.called);
    const pressed = calling.digits();
    // A 1 says that the tone was heard; without a key it may have been.
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
  return srtp === 'offer' && isAboutSrtp && !given.isBack()
    ? await attempt(parts, given, { withinMs, srtp: 'off' }, talk)
    : first;
}

async function attempt(
  parts: LineTesterParts,
  { order, line, identity, folder, heardRinging }: Given,
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
    const answer = await answerOf({ leg, heardRinging }, clock, withinMs);
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
async function answerOf(
  { leg, heardRinging }: { readonly leg: Waiting; readonly heardRinging: () => void },
  clock: ExchangeClock,
  withinMs: number,
): Promise<Answered | null> {
  const until = clock.now().getTime() + withinMs;
  let early: string | undefined;
  for (;;) {
    const fact = await within<OfLeg>(clock, Math.max(0, until - clock.now().getTime()), leg.next());
    if (fact === null) return null;
    if (fact.type === 'provisional') {
      if (fact.sdp !== undefined) early = fact.sdp;
      if (fact.status === 180 || fact.status === 183) heardRinging();
    }
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

/** Takes the call that came back; null where its audio cannot be had. */
async function answerIt(
  { media, legs, clock, log }: LineTesterParts,
  { folder, line }: Given,
  { invited, leg }: CameBack,
): Promise<{ readonly end: TestEnd; close(): Promise<void> } | null> {
  const { legId, offer, address, srtp = 'off' } = invited;
  const end = await openEnd({ media, folder, address: address || line.address, srtp }, offer).catch(
    (error: unknown) => {
      log.info({ err: error, legId }, 'trunks: the call of a test came back and cannot be answered');
      legs.order({ do: 'refuse', legId, status: 488, phrase: 'Not Acceptable Here' });
      leg.end();
      return null;
    },
  );
  if (end === null) return null;
  legs.order({ do: 'answer', legId, sdp: end.sdp });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    legs.order({ do: 'bye', legId });
    leg.end();
    await end.close();
  };
  try {
    const acknowledged = await within<OfLeg>(clock, 5_000, leg.next());
    if (acknowledged?.type === 'acknowledged' && offer === undefined && acknowledged.sdp !== undefined)
      await media.acceptAnswer(end.endpointId, acknowledged.sdp);
  } catch (error) {
    log.info({ err: error, legId }, 'trunks: the answer to a test has no audio');
    await close();
    return null;
  }
  return { end, close };
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
