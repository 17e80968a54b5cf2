import type { EngineCall, RunningTransfer, TransferRequest } from '../call-engine.ts';
import type { CallError } from '../call-error.ts';
import type { Party } from './fake-party.ts';
import type { FakeTap } from './fake-tap.ts';

/** An order that fails on the fake network. `handOver`: the two could not be connected. */
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
export interface FakePhoneState {
  readonly number: string;
  readonly displayName: string | null;
  /** Whether the microphone is open, by session; both lines of a transfer share one. */
  readonly microphones: Map<string, { open: boolean }>;
  readonly refusals: string[];
  readonly sentTones: string[];
  /** Whether the call was to be held, one entry for each order that came. */
  readonly holds: boolean[];
  /** The other session of each order to join two calls. */
  readonly joins: string[];
  readonly faults: Map<FakeFault, CallError>;
  readonly taps: Map<string, FakeTap>;
  /** Calls that the next page of this phone continues, by session; lines of a transfer go with their INITIAL. */
  readonly kept: Map<string, FakeKept>;
  /** Fulfils when the browser's question for the microphone is answered; null while it does not ask. */
  question: Promise<void> | null;
  /** Fulfils when the exchange answers orders for a second line; null while it does so by itself. */
  heldBack: Promise<void> | null;
  /** Fulfils when the server is there again; null while it was never away. */
  away: Promise<void> | null;
  /** Counts pages: an earlier page no longer gets what it asked the browser for. */
  page: number;
  /** Sessions that took the microphone; one that ended has given it back. */
  readonly tookMicrophone: Set<string>;
  /** Begins a transfer in a call on behalf of another program, by session. */
  readonly beginElsewhere: Map<string, (request: TransferRequest) => void>;
}

/** A call as the next page finds it. */
interface FakeKept {
  readonly call: EngineCall;
  /** The phone's end of the session. */
  readonly end: { readonly party: Party; readonly tap: FakeTap };
  readonly isTalking: () => boolean;
  readonly isMuted: () => boolean;
  readonly isHeld: () => boolean;
  /** The warm transfer that runs; null for none. */
  readonly transfer: () => RunningTransfer | null;
  /** What the rows tell the page that continues. */
  readonly tellAgain: () => void;
}

/** An unused phone. */
export function newPhoneState(number: string, displayName: string | null): FakePhoneState {
  return {
    number,
    displayName,
    microphones: new Map(),
    refusals: [],
    sentTones: [],
    holds: [],
    joins: [],
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

/**
 * Waits for the answer to the browser's question for the microphone; false where another page has the phone by then.
 */
export async function isAllowed(phone: FakePhoneState): Promise<boolean> {
  const { page } = phone;
  await phone.question;
  return page === phone.page;
}

/** Fulfils once the server is there; throws the fault that a test wants in place of this order. */
export async function mayOrder(phone: FakePhoneState, order: FakeFault): Promise<void> {
  await phone.away;
  failIfTold(phone, order);
}

/** Throws the fault that a test wants in place of this order, once. */
export function failIfTold(phone: FakePhoneState, order: FakeFault): void {
  const fault = takeFault(phone, order);
  if (fault !== null) throw fault;
}

/** The fault that a test wants in place of this order, which is used up; null for none. */
export function takeFault(phone: FakePhoneState, order: FakeFault): CallError | null {
  const fault = phone.faults.get(order) ?? null;
  phone.faults.delete(order);
  return fault;
}
