import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { EngineCall, Refusal, RunningTransfer, TransferRequest } from '../call-engine.ts';
import { CallError } from '../call-error.ts';
import type { FactTap } from '../fact-tap.ts';
import { hangUpOn, later, type Party, type Ringing, type RingTo, talk } from './fake-party.ts';
import { createFakeTap, type FakeTap } from './fake-tap.ts';

/** What a phone of the fake network does instead of what it was asked. `handOver`: the two could not be connected. */
export type FakeFault =
  | 'dial'
  | 'accept'
  | 'refuse'
  | 'hangUp'
  /** The order to hang up gets lost: no fact of the end follows it. */
  | 'lostHangUp'
  | 'hold'
  | 'record'
  | 'transfer'
  | 'lines'
  | 'handOver';

/** A phone of the fake network as its calls know it. */
export interface FakeLine {
  readonly number: string;
  readonly displayName: string | null;
  /** Whether the microphone is open, by session; both lines of a transfer share one. */
  readonly microphones: Map<string, { open: boolean }>;
  readonly refusals: string[];
  readonly sentTones: string[];
  /** Whether the call was to be held, one entry for each order that came. */
  readonly holds: boolean[];
  readonly faults: Map<FakeFault, CallError>;
  readonly taps: Map<string, FakeTap>;
  /** What the next page of this phone goes on with, by session; lines of a transfer go with their INITIAL. */
  readonly kept: Map<string, FakeKept>;
  /** Fulfils when somebody has answered the browser's question for the microphone; null while it does not ask. */
  question: Promise<void> | null;
  /** Fulfils when the exchange answers orders for a second line; null while it does so by itself. */
  heldBack: Promise<void> | null;
  /** Fulfils when the server is there again; null while it was never away. */
  away: Promise<void> | null;
  /** Counts pages: what an earlier one asked the browser for does not happen any more. */
  page: number;
  /** Sessions that took the microphone; one that ended has given it back. */
  readonly tookMicrophone: Set<string>;
  /** Begins a transfer in a call by something else than this phone, by session. */
  readonly beginElsewhere: Map<string, (request: TransferRequest) => void>;
}

/** A call as the next page finds it. */
interface FakeKept {
  readonly call: EngineCall;
  readonly isTalking: () => boolean;
  readonly isMuted: () => boolean;
  readonly isHeld: () => boolean;
  /** The warm transfer that runs; null for none. */
  readonly transfer: () => RunningTransfer | null;
  /** What the rows tell the page that goes on. */
  readonly tellAgain: () => void;
}

export const refusalLines: Record<Refusal, string> = {
  declined: '486 Busy Here; cause=603',
  busy: '486 Busy Here',
  occupied: '603 Busy Here',
};

export const refusalReasons: Record<Refusal, TerminationReason> = {
  declined: 'DECLINED',
  busy: 'BUSY_HERE',
  occupied: 'BUSY_HERE',
};

type Facts = Pick<EngineCall, 'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId'>;

/** One end of a session, and where its facts are told. */
interface FakeEnd {
  readonly party: Party;
  readonly tap: FactTap;
}

/** What a call is to its phone, and how that takes or refuses it. */
type OwnSide = Facts & Pick<EngineCall, 'accept' | 'refuse'>;

/** What the network does for a call. */
export interface FakeNetwork {
  readonly ringTo: RingTo;
  /** The other side is asked before anything is recorded. */
  readonly asks: () => boolean;
  readonly isKnown: (number: string) => boolean;
}

/** A call as the fake phone `line` holds it; `party` is its end of the session. */
export function fakeCall(
  line: FakeLine,
  party: Party,
  tap: FakeTap,
  { ringTo, asks, isKnown }: FakeNetwork,
  own: OwnSide,
  microphone = { open: true },
): EngineCall {
  let target: { party: Party; tap: FakeTap; transfer: RunningTransfer } | null = null;
  let held = false;
  let activeLines: readonly TransferLine[] = ['TARGET'];
  line.microphones.set(own.sessionId, microphone);
  line.taps.set(own.sessionId, tap);
  line.beginElsewhere.set(own.sessionId, (request) => {
    const isBusy = tap.isEnded || party.partner === null || target?.tap.isEnded === false;
    if (!isBusy) tap.tell({ type: 'transferBegan', transfer: begin(request) });
  });

  const call: EngineCall = {
    ...own,
    listen: (listener) => tap.listen(listener),

    refuse(how) {
      failIfTold(line, 'refuse');
      own.refuse(how);
    },

    hangUp() {
      if (tap.isEnded) return;
      failIfTold(line, 'hangUp');
      if (takeFault(line, 'lostHangUp') !== null) return;
      const to = target;
      target = null;
      if (to !== null && !to.tap.isEnded) return handOver(line, { party, tap }, to);
      end(tap);
      later(() => hangUpOn(party));
    },

    openMicrophone(open) {
      microphone.open = open;
    },

    async hold(value) {
      line.holds.push(value);
      await mayOrder(line, 'hold');
      held = value;
      // The rows tell of it after the answer.
      later(() => tap.tell({ type: 'held', held: value }));
    },

    async record(on) {
      failIfTold(line, 'record');
      if (on && asks()) tap.tell({ type: 'recording', state: 'asking' });
      else later(() => tap.tell({ type: 'recording', state: on ? 'recording' : 'stopped' }));
    },

    sendTones: (tones) => void line.sentTones.push(tones),

    async startTransfer(request) {
      await mayBegin(line, tap);
      return begin(request);
    },

    async transferTo(number) {
      failIfTold(line, 'transfer');
      const initial = party.partner;
      if (initial === null || !isKnown(number)) throw new CallError('TRANSFER_FAILED');
      tap.tell({ type: 'transferring' });
      party.partner = null;
      initial.partner = null;
      ringTo(
        number,
        { sessionId: `${own.sessionId}-on`, number: initial.number, displayName: null, channelId: null },
        initial,
      );
      later(() => {
        tap.tell(takeFault(line, 'handOver') === null ? { type: 'transferred' } : { type: 'transferFailed' });
        end(tap);
      });
    },
  };

  function begin({ number, sessionId }: TransferRequest): RunningTransfer {
    const lineTap = createFakeTap();
    const lineParty: Party = lineOf(party, lineTap);
    activeLines = ['TARGET'];
    const shown = { sessionId, number: line.number, displayName: line.displayName, channelId: own.channelId };
    ringTo(number, shown, lineParty);
    line.tookMicrophone.add(sessionId);
    const dialled = dialledCall({ sessionId, number, channelId: own.channelId });
    const lineCall = fakeCall(line, lineParty, lineTap, { ringTo, asks, isKnown }, dialled, microphone);
    const drop = () => {
      if (lineTap.isEnded) return;
      target = null;
      end(lineTap);
      later(() => hangUpOn(lineParty));
    };
    // A line is no call that could have a line of its own, until INITIAL has left.
    const beginElsewhere = line.beginElsewhere.get(sessionId);
    line.beginElsewhere.set(sessionId, (next) => {
      if (tap.isEnded) beginElsewhere?.(next);
    });
    keepAsLine(line, sessionId, { party: lineParty, tap: lineTap });
    const transfer: RunningTransfer = {
      // Once INITIAL has left it is a call like any other.
      line: { ...lineCall, hangUp: () => (tap.isEnded ? lineCall.hangUp() : drop()) },
      establishedAt: null,
      activeLines: ['TARGET'],
      async setLines(lines: readonly TransferLine[]) {
        await mayOrder(line, 'lines');
        activeLines = lines;
        tap.tell({ type: 'lines', active: lines });
      },
      abort: async () => drop(),
    };
    target = { party: lineParty, tap: lineTap, transfer };
    return transfer;
  }

  line.kept.set(own.sessionId, {
    call,
    isTalking: () => party.partner !== null && !tap.isEnded,
    isMuted: () => !microphone.open,
    isHeld: () => held,
    transfer: () => (tap.isEnded || target === null || target.tap.isEnded ? null : { ...target.transfer, activeLines }),
    tellAgain: () => tap.tell({ type: 'connected' }),
  });
  return call;
}

/** The user leaves both: INITIAL and TARGET are connected, or INITIAL waits for TARGET. */
function handOver(line: FakeLine, { party, tap }: FakeEnd, target: FakeEnd): void {
  const initial = party.partner;
  const { partner, ringing } = target.party;
  for (const each of [party, target.party]) {
    each.partner = null;
    each.ringing = null;
  }
  if (takeFault(line, 'handOver') !== null) {
    tap.tell({ type: 'transferFailed' });
  } else {
    tap.tell({ type: 'transferred' });
    if (initial !== null) putThrough(initial, partner, ringing);
  }
  end(target.tap);
  end(tap);
}

/** Fulfils when the exchange begins a transfer; throws what becomes of it else. */
async function mayBegin(line: FakeLine, tap: FactTap): Promise<void> {
  await line.heldBack;
  failIfTold(line, 'transfer');
  if (tap.isEnded) throw new CallError('DIAL_FAILED');
}

/** A second line tells the next page how far it is, in place of what a call tells. */
function keepAsLine({ kept }: FakeLine, sessionId: string, { party, tap }: FakeEnd): void {
  const call = kept.get(sessionId);
  if (call !== undefined) kept.set(sessionId, { ...call, tellAgain: () => tellLineAgain(party, tap) });
}

/** How far a second line is, for a page that goes on with it. */
function tellLineAgain({ partner, ringing }: Party, tap: FactTap): void {
  if (partner !== null) tap.tell({ type: 'answered' });
  else if (ringing !== null) tap.tell({ type: 'remoteRings' });
}

/** A call that the phone began: nobody can take it but the other side. */
export function dialledCall({
  sessionId,
  number,
  channelId,
}: Pick<Facts, 'sessionId' | 'number' | 'channelId'>): OwnSide {
  return {
    sessionId,
    direction: 'OUTGOING',
    number,
    displayName: null,
    calledNumber: null,
    channelId,
    accept: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
    refuse: () => {},
  };
}

/** Fulfils once the server is there; throws the fault that a test wants of this order. */
async function mayOrder(line: FakeLine, order: FakeFault): Promise<void> {
  await line.away;
  failIfTold(line, order);
}

/** Throws what the phone was told to do instead of this order, once. */
export function failIfTold(line: FakeLine, order: FakeFault): void {
  const fault = takeFault(line, order);
  if (fault !== null) throw fault;
}

function takeFault(line: FakeLine, order: FakeFault): CallError | null {
  const fault = line.faults.get(order) ?? null;
  line.faults.delete(order);
  return fault;
}

/** The user is gone from between two others: they talk to each other, or the first waits while the second rings. */
function putThrough(initial: Party, partner: Party | null, ringing: Ringing | null): void {
  if (partner !== null) {
    talk(initial, partner);
    initial.hears({ type: 'remoteChanged', number: partner.number, displayName: partner.displayName });
    partner.hears({ type: 'remoteChanged', number: initial.number, displayName: initial.displayName });
  } else if (ringing !== null) {
    ringing.caller = initial;
    initial.ringing = ringing;
  }
}

/** The user's end of the second line: it is heard through the connection of the first. */
function lineOf(party: Party, tap: FactTap): Party {
  return {
    ...party,
    partner: null,
    ringing: null,
    rings: () => tap.tell({ type: 'remoteRings' }),
    answers: () => later(() => tap.tell({ type: 'answered' })),
    refused: (reason) => later(() => tap.tell({ type: 'ended', reason, by: 'remote' })),
    hears: (fact) => later(() => tap.tell(fact)),
  };
}

function end(tap: FactTap): void {
  tap.tell({ type: 'ended', reason: 'HANGUP', by: 'user' });
}
