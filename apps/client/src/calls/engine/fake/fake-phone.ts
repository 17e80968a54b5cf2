import type { CallEngine, DialRequest, EngineCall, EngineFact, EngineListener, LineState } from '../call-engine.ts';
import { CallError, type CallProblem } from '../call-error.ts';
import { dialledCall, type FakeNetwork, fakeCall } from './fake-call.ts';
import { partyOf } from './fake-party.ts';
import { type FakeFault, type FakePhoneState, failIfTold, isAllowed, newPhoneState } from './fake-phone-state.ts';
import type { Ringer } from './fake-ringing.ts';
import { createFakeTap } from './fake-tap.ts';

/** A phone of the fake network, with what a test may do to it and see of it. */
export interface FakePhone extends CallEngine {
  /** The next order of this kind fails with this code, and with what caused it. */
  failNext(order: FakeFault, code: CallProblem, cause?: Error): void;
  /** Orders no longer fail. */
  failNoMore(): void;
  /** From now on the browser asks for the microphone before each call, until the returned function is called. */
  askForMicrophone(): () => void;
  /** From now on the exchange leaves orders for a second line unanswered, until the returned function is called. */
  holdBackTransfers(): () => void;
  /** Orders for calls that talk wait from now on, until the returned function is called. */
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
  /** The other session of each order to join two calls. */
  readonly joins: readonly string[];
  /** Of the latest call. */
  readonly microphoneOpen: boolean;
  isMicrophoneOpen(sessionId: string): boolean;
  /** Sessions that have the microphone: dialled or accepted, and not ended. */
  microphonesInUse(): readonly string[];
  /** Another program, or a typed code, begins a warm transfer in a call of this phone that talks. */
  transferElsewhere(sessionId: string, target: { number: string; sessionId: string }): void;
}

/** Where a phone rings while it is on duty. */
export interface PhoneBook {
  add(number: string, ringer: Ringer): void;
  remove(number: string, ringer: Ringer): void;
}

/** A phone that rings for a number and calls on the network. */
export function fakePhone(
  network: FakeNetwork,
  book: PhoneBook,
  number: string,
  displayName: string | null,
): FakePhone {
  const phone = newPhoneState(number, displayName);
  let on: EngineListener | null = null;
  const ringer: Ringer = { phone, incoming: (call) => on?.incoming(call) };
  return {
    async start(listener) {
      on = listener;
      book.add(number, ringer);
      listener.line({ status: 'REGISTERED', reconnect: 'none' });
      resumeKept(phone, listener);
    },
    dial: (request) => dial(network, phone, request),
    reconnect: () => on?.line({ status: 'REGISTERED', reconnect: 'none' }),
    async stop(how) {
      phone.page += 1;
      if (how === 'handOver') passOnKept(phone);
      book.remove(number, ringer);
      on?.line({ status: 'UNREGISTERED', reconnect: 'none' });
      on = null;
    },
    ...ordersTo(phone),
    setLine: (state) => on?.line(state),
    get microphoneOpen() {
      return [...phone.microphones.values()].at(-1)?.open ?? true;
    },
  };
}

async function dial(network: FakeNetwork, phone: FakePhoneState, request: DialRequest): Promise<EngineCall> {
  if (!(await isAllowed(phone))) throw new CallError('OFFLINE');
  if (request.givenUp?.aborted) throw new CallError('DIAL_FAILED', request.givenUp.reason);
  failIfTold(phone, 'dial');
  const { sessionId, channelId } = request;
  const { number, displayName } = phone;
  phone.tookMicrophone.add(sessionId);
  const tap = createFakeTap();
  const party = partyOf(tap, number, displayName);
  network.ringTo(request.number, { sessionId, number, displayName, channelId }, party);
  return fakeCall(phone, { party, tap }, network, dialledCall(request));
}

/** What a test does to a phone, and sees of it. */
function ordersTo(phone: FakePhoneState): Omit<FakePhone, keyof CallEngine | 'setLine' | 'microphoneOpen'> {
  return {
    refusals: phone.refusals,
    sentTones: phone.sentTones,
    holds: phone.holds,
    joins: phone.joins,
    failNext: (order, code, cause) => phone.faults.set(order, new CallError(code, cause)),
    failNoMore: () => phone.faults.clear(),
    askForMicrophone() {
      const asked = Promise.withResolvers<void>();
      phone.question = asked.promise;
      return asked.resolve;
    },
    holdBackTransfers() {
      const answered = Promise.withResolvers<void>();
      phone.heldBack = answered.promise;
      return answered.resolve;
    },
    cutOff() {
      const back = Promise.withResolvers<void>();
      phone.away = back.promise;
      return back.resolve;
    },
    tell: (sessionId, fact) => phone.taps.get(sessionId)?.tell(fact),
    microphonesInUse: () => [...phone.tookMicrophone].filter((id) => phone.taps.get(id)?.isEnded === false),
    transferElsewhere: (sessionId, target) => phone.beginElsewhere.get(sessionId)?.({ ...target, ownNumber: null }),
    isMicrophoneOpen: (sessionId) => phone.microphones.get(sessionId)?.open ?? false,
  };
}

/** The page goes. Calls that talk or ring wait for the next page; calls that nobody has answered yet end. */
function passOnKept({ kept, taps, faults }: FakePhoneState): void {
  // Faults were meant for this page.
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

/** The next page continues the calls that talk, and rings for those that ring. */
function resumeKept({ kept, taps }: FakePhoneState, { incoming, resumed }: EngineListener): void {
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

function isLineOfTransfer(kept: FakePhoneState['kept'], id: string): boolean {
  return [...kept.values()].some(({ transfer }) => transfer()?.line.sessionId === id);
}
