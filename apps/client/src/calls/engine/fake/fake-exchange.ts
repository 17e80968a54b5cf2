import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { CallEngine, EngineCall, EngineFact, EngineListener, LineState, Refusal } from '../call-engine.ts';
import { CallError, type CallProblem } from '../call-error.ts';
import {
  dialledCall,
  type FakeFault,
  type FakeLine,
  type FakeNetwork,
  failIfTold,
  fakeCall,
  refusalLines,
  refusalReasons,
} from './fake-call.ts';
import { hangUpOn, later, type Party, type Ringing, type RingTo, talk } from './fake-party.ts';
import { createFakeTap, type FakeTap } from './fake-tap.ts';

/** A phone of the fake network, with what a test may do to it and see of it. */
export interface FakePhone extends CallEngine {
  /** The next order of this kind fails with this code, and with what caused it. */
  failNext(order: FakeFault, code: CallProblem, cause?: Error): void;
  /** Whatever was still to fail does not. */
  failNoMore(): void;
  /** From now on the browser asks for the microphone before each call, until what comes back is called. */
  askForMicrophone(): () => void;
  /** From now on the exchange leaves orders for a second line unanswered, until what comes back is called. */
  holdBackTransfers(): () => void;
  /** Orders for calls that talk wait from now on, until what comes back is called. */
  cutOff(): () => void;
  setLine(state: LineState): void;
  /** The exchange tells something about a call of this phone. */
  tell(sessionId: string, fact: EngineFact): void;
  /** Refusals this phone gave, as the wire would carry them. */
  readonly refusals: readonly string[];
  /** Tones that the phone sent, one entry for each sending. */
  readonly sentTones: readonly string[];
  /** What the phone asked for: true to hold, false to take back. */
  readonly holds: readonly boolean[];
  /** Of the latest call. */
  readonly microphoneOpen: boolean;
  isMicrophoneOpen(sessionId: string): boolean;
  /** Sessions that have the microphone: dialled or accepted, and not ended. */
  microphonesInUse(): readonly string[];
  /** Another program, or a typed code, begins a warm transfer in a call of this phone that talks. */
  transferElsewhere(sessionId: string, target: { number: string; sessionId: string }): void;
}

/** How a scripted number behaves; a reason means that it refuses at once. `deaf` answers, but no audio ever comes up. */
type FakeBehaviour = 'ring' | 'early' | 'answer' | 'deaf' | TerminationReason;

/** The far end of a session as a test drives it. */
interface FakeCaller {
  /** What came back: `180`, `200`, a refusal, `BYE`. */
  readonly heard: readonly string[];
  /** Cancels while it rings, hangs up afterwards. */
  leave(): void;
  /** Another device took the call, which this phone does not know. */
  cancelAnsweredElsewhere(): void;
}

/** A network of fake phones: they ring each other by number, and a scripted stranger may ring one of them. */
export interface FakeExchange {
  phone(number: string, displayName?: string): FakePhone;
  /** Somebody outside calls; the session id is made here, unless a call comes back. */
  callFromOutside(
    to: string,
    from: { number: string | null; displayName?: string; channelId?: string; sessionId?: string },
  ): FakeCaller;
  /** Gives a number that nobody has a behaviour of its own. */
  script(number: string, behaviour: FakeBehaviour): void;
  /** Somebody at a scripted number who has taken a call hangs up. */
  scriptedLeaves(number: string): void;
  /** From now on the other side is asked before anything is recorded, and the exchange waits for `tell`. */
  askBeforeRecording(): void;
}

let sessions = 0;

export function createFakeExchange(): FakeExchange {
  const ringers = new Map<string, ((call: EngineCall) => void)[]>();
  const scripts = new Map<string, FakeBehaviour>();
  const scripted = new Map<string, Party>();
  const lines = new WeakMap<(call: EngineCall) => void, FakeLine>();
  let asks = false;

  /** Calls a number: its phones ring, or its script runs. */
  const ringTo: RingTo = (to, from, caller) => {
    const behaviour = scripts.get(to);
    const phones = behaviour === undefined ? (ringers.get(to) ?? []) : [];
    const open = new Map<Party, FakeTap>();
    let winner: FakeTap | null = null;
    const ringing: Ringing = {
      caller,
      leave(elsewhere) {
        const reason = elsewhere ? 'ACCEPTED_ELSEWHERE' : 'CANCELLED';
        for (const tap of open.values()) tap.tell({ type: 'ended', reason, by: 'remote' });
        open.clear();
        // Its accept lost the race although it had left.
        if (elsewhere) winner?.tell({ type: 'ended', reason, by: 'remote' });
      },
    };
    caller.ringing = ringing;

    function taken(by: Party) {
      const won = open.get(by) ?? null;
      open.delete(by);
      ringing.leave(true);
      winner = won;
      const { caller: now } = ringing;
      now.ringing = null;
      talk(now, by);
      now.answers();
    }

    function refused(reason: TerminationReason, how: Refusal | null) {
      const { caller: now } = ringing;
      now.ringing = null;
      now.refused(reason, how);
    }

    for (const ringer of phones) {
      const line = lines.get(ringer);
      if (line === undefined) continue;
      const tap = createFakeTap();
      const party: Party = partyOf(tap, to, line.displayName);
      open.set(party, tap);
      const call = fakeCall(line, party, tap, network, {
        sessionId: from.sessionId,
        number: from.number,
        displayName: from.displayName,
        channelId: from.channelId,
        direction: 'INCOMING',
        calledNumber: to,
        accept: async () => {
          if (!(await isAllowed(line)) || tap.isEnded) return;
          failIfTold(line, 'accept');
          line.tookMicrophone.add(from.sessionId);
          taken(party);
          party.answers();
        },
        refuse: (how) => {
          open.delete(party);
          line.refusals.push(refusalLines[how]);
          tap.tell({ type: 'ended', reason: refusalReasons[how], by: 'user' });
          if (open.size === 0 && party.partner === null) refused(refusalReasons[how], how);
        },
      });
      later(() => {
        ringer(call);
        if (!tap.isEnded) ringing.caller.rings();
      });
    }

    function takenByScript() {
      const someone = stranger(to);
      scripted.set(to, someone);
      taken(someone);
    }
    if (phones.length === 0) {
      const ends = { taken: takenByScript, refused: (reason: TerminationReason) => refused(reason, null) };
      later(() => follow(behaviour ?? 'NOT_FOUND', ringing.caller, ends));
    }
    return ringing;
  };

  const network: FakeNetwork = {
    ringTo: (to, from, caller) => ringTo(to, from, caller),
    asks: () => asks,
    isKnown: (number) => scripts.has(number) || (ringers.get(number) ?? []).length > 0,
  };

  return {
    phone(number, displayName) {
      const line = newLine(number, displayName ?? null);
      let on: EngineListener | null = null;
      const incoming = (call: EngineCall) => on?.incoming(call);
      lines.set(incoming, line);
      return {
        start: async (listener) => {
          on = listener;
          ringers.set(number, [...(ringers.get(number) ?? []), incoming]);
          listener.line({ status: 'REGISTERED', reconnect: 'none' });
          resumeKept(line, listener);
        },
        dial: async (request) => {
          if (!(await isAllowed(line))) throw new CallError('OFFLINE');
          if (request.givenUp?.aborted) throw new CallError('DIAL_FAILED', request.givenUp.reason);
          failIfTold(line, 'dial');
          line.tookMicrophone.add(request.sessionId);
          const tap = createFakeTap();
          const party = partyOf(tap, number, line.displayName);
          ringTo(request.number, { ...request, number, displayName: line.displayName }, party);
          return fakeCall(line, party, tap, network, dialledCall(request));
        },
        reconnect: () => on?.line({ status: 'REGISTERED', reconnect: 'none' }),
        stop: async (how) => {
          line.page += 1;
          if (how === 'handOver') passOnKept(line);
          ringers.set(
            number,
            (ringers.get(number) ?? []).filter((each) => each !== incoming),
          );
          on?.line({ status: 'UNREGISTERED', reconnect: 'none' });
          on = null;
        },
        ...ordersTo(line),
        setLine: (state) => on?.line(state),
        get microphoneOpen() {
          return [...line.microphones.values()].at(-1)?.open ?? true;
        },
      };
    },

    callFromOutside(to, from) {
      const heard: string[] = [];
      sessions += 1;
      const caller: Party = {
        ...stranger(from.number ?? ''),
        rings: () => heard.push('180'),
        answers: () => heard.push('200'),
        refused: (_, how) => heard.push(refusalLines[how ?? 'busy']),
        hears: (fact) => fact.type === 'ended' && heard.push('BYE'),
      };
      const ringing = ringTo(
        to,
        {
          sessionId: from.sessionId ?? `outside-${sessions}`,
          number: from.number,
          displayName: from.displayName ?? null,
          channelId: from.channelId ?? null,
        },
        caller,
      );
      return {
        heard,
        leave: () => (caller.ringing === null ? hangUpOn(caller) : ringing.leave(false)),
        cancelAnsweredElsewhere: () => ringing.leave(true),
      };
    },

    script: (number, behaviour) => void scripts.set(number, behaviour),
    scriptedLeaves(number) {
      const party = scripted.get(number);
      if (party !== undefined) hangUpOn(party);
    },
    askBeforeRecording() {
      asks = true;
    },
  };
}

/** What a test does to a phone, and sees of it. */
function ordersTo(line: FakeLine): Omit<FakePhone, keyof CallEngine | 'setLine' | 'microphoneOpen'> {
  return {
    refusals: line.refusals,
    sentTones: line.sentTones,
    holds: line.holds,
    failNext: (order, code, cause) => line.faults.set(order, new CallError(code, cause)),
    failNoMore: () => line.faults.clear(),
    askForMicrophone() {
      const asked = Promise.withResolvers<void>();
      line.question = asked.promise;
      return asked.resolve;
    },
    holdBackTransfers() {
      const answered = Promise.withResolvers<void>();
      line.heldBack = answered.promise;
      return answered.resolve;
    },
    cutOff() {
      const back = Promise.withResolvers<void>();
      line.away = back.promise;
      return back.resolve;
    },
    tell: (sessionId, fact) => line.taps.get(sessionId)?.tell(fact),
    microphonesInUse: () => [...line.tookMicrophone].filter((id) => line.taps.get(id)?.isEnded === false),
    transferElsewhere: (sessionId, target) => line.beginElsewhere.get(sessionId)?.({ ...target, ownNumber: null }),
    isMicrophoneOpen: (sessionId) => line.microphones.get(sessionId)?.open ?? false,
  };
}

/** Waits for the answer to the browser's question for the microphone; false where another page has the phone by then. */
async function isAllowed(line: FakeLine): Promise<boolean> {
  const { page } = line;
  await line.question;
  return page === line.page;
}

/** The page goes. Calls that talk or ring wait for the next page; calls that nobody has answered yet end. */
function passOnKept({ kept, taps, faults }: FakeLine): void {
  // What was to fail was to fail in this page.
  faults.clear();
  for (const [id, { call, isTalking }] of kept) {
    const tap = taps.get(id);
    if (tap === undefined || tap.isEnded) kept.delete(id);
    else if (isTalking() || isLineOfTransfer(kept, id)) {
      tap.passOn({ type: 'continuedElsewhere' }, { type: 'ended', reason: 'TERMINATED', by: 'system' });
    } else if (call.direction === 'OUTGOING') call.hangUp();
    else tap.passOn({ type: 'ended', reason: 'TERMINATED', by: 'system' });
  }
}

/** The next page goes on with what talks, and rings for what rings. */
function resumeKept({ kept, taps }: FakeLine, { incoming, resumed }: EngineListener): void {
  for (const [id, { call, isTalking, isMuted, isHeld, transfer, tellAgain }] of [...kept]) {
    if (taps.get(id)?.isEnded !== false || isLineOfTransfer(kept, id)) continue;
    if (!isTalking()) {
      incoming(call);
      continue;
    }
    const running = transfer();
    resumed?.(call, Date.now(), { muted: isMuted() && !isHeld(), held: isHeld(), transfer: running });
    tellAgain();
    if (running !== null) kept.get(running.line.sessionId)?.tellAgain();
  }
}

function isLineOfTransfer(kept: FakeLine['kept'], id: string): boolean {
  return [...kept.values()].some(({ transfer }) => transfer()?.line.sessionId === id);
}

/** Somebody without a phone of ours: hears nothing. */
function stranger(number: string): Party {
  return {
    number,
    displayName: null,
    partner: null,
    ringing: null,
    rings() {},
    answers() {},
    refused() {},
    hears() {},
  };
}

/** A phone's end of a session: what it hears becomes facts. */
function partyOf(tap: FakeTap, number: string, displayName: string | null): Party {
  return {
    ...stranger(number),
    displayName,
    rings: () => tap.tell({ type: 'remoteRings' }),
    answers: () => {
      later(() => tap.tell({ type: 'answered' }));
      later(() => tap.tell({ type: 'connected' }));
    },
    refused: (reason) => later(() => tap.tell({ type: 'ended', reason, by: 'remote' })),
    hears: (fact) => later(() => tap.tell(fact)),
  };
}

/** Somebody at a scripted number, who is called by `caller`, does what the script says. */
function follow(
  script: FakeBehaviour,
  caller: Party,
  { taken, refused }: { taken(): void; refused(reason: TerminationReason): void },
): void {
  switch (script) {
    case 'ring':
      caller.rings();
      return;
    case 'early':
      caller.rings();
      caller.hears({ type: 'earlyMedia' });
      return;
    case 'answer':
      caller.rings();
      taken();
      return;
    case 'deaf':
      caller.hears({ type: 'answered' });
      return;
    default:
      refused(script);
  }
}

function newLine(number: string, displayName: string | null): FakeLine {
  return {
    number,
    displayName,
    microphones: new Map(),
    refusals: [],
    sentTones: [],
    holds: [],
    faults: new Map(),
    taps: new Map(),
    kept: new Map(),
    question: null,
    heldBack: null,
    away: null,
    page: 1,
    tookMicrophone: new Set(),
    beginElsewhere: new Map(),
  };
}
