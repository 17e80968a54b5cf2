import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { EngineCall, Refusal, RunningTransfer, TransferRequest } from '../call-engine.ts';
import { CallError } from '../call-error.ts';
import type { FactTap } from '../fact-tap.ts';
import { hangUpOn, later, type Party, type Ringing, type RingTo, talk } from './fake-party.ts';
import { type FakePhoneState, failIfTold, mayOrder, takeFault } from './fake-phone-state.ts';
import { createFakeTap, type FakeTap } from './fake-tap.ts';

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

type Facts = Pick<
  EngineCall,
  'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId' | 'asksToAnswer'
>;

/** One end of a session, and where its facts are told. */
interface FakeEnd {
  readonly party: Party;
  readonly tap: FakeTap;
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

/** A call as the fake phone holds it. */
interface Held extends FakeEnd {
  readonly phone: FakePhoneState;
  readonly network: FakeNetwork;
  readonly own: OwnSide;
  /** Both lines of a transfer share one. */
  readonly microphone: { open: boolean };
  /** TARGET of a warm transfer that was begun; null for none. */
  target: (FakeEnd & { readonly transfer: RunningTransfer }) | null;
  isOnHold: boolean;
  activeLines: readonly TransferLine[];
}

/** A call as the fake phone holds it; `end` is the phone's end of the session. */
export function fakeCall(
  phone: FakePhoneState,
  end: FakeEnd,
  network: FakeNetwork,
  own: OwnSide,
  microphone = { open: true },
): EngineCall {
  const { party, tap } = end;
  const held: Held = {
    phone,
    party,
    tap,
    network,
    own,
    microphone,
    target: null,
    isOnHold: false,
    activeLines: ['TARGET'],
  };
  const { sessionId } = own;
  phone.microphones.set(sessionId, microphone);
  phone.taps.set(sessionId, tap);
  phone.beginElsewhere.set(sessionId, (request) => {
    const isBusy = tap.isEnded || party.partner === null || held.target?.tap.isEnded === false;
    if (!isBusy) tap.tell({ type: 'transferBegan', transfer: begin(held, request) });
  });
  const call: EngineCall = {
    ...own,
    ...ordersTo(held),
    listen: (listener) => tap.listen(listener),
    refuse(how) {
      failIfTold(phone, 'refuse');
      own.refuse(how);
    },
    hangUp: () => hangUp(held),
    openMicrophone(open) {
      microphone.open = open;
    },
    sendTones: (tones) => void phone.sentTones.push(tones),
  };
  phone.kept.set(sessionId, {
    call,
    end,
    isTalking: () => party.partner !== null && !tap.isEnded,
    isMuted: () => !microphone.open,
    isHeld: () => held.isOnHold,
    transfer: () => runningTransfer(held),
    tellAgain: () => tap.tell({ type: 'connected' }),
  });
  return call;
}

/** The orders that the exchange carries out. */
function ordersTo(held: Held): Pick<EngineCall, 'hold' | 'record' | 'startTransfer' | 'transferTo' | 'joinWith'> {
  const { phone, tap, network } = held;
  return {
    async hold(value) {
      phone.holds.push(value);
      await mayOrder(phone, 'hold');
      held.isOnHold = value;
      // The rows tell of it after the answer.
      later(() => tap.tell({ type: 'held', held: value }));
    },
    async record(on) {
      failIfTold(phone, 'record');
      if (on && network.asks()) tap.tell({ type: 'recording', state: 'asking' });
      else later(() => tap.tell({ type: 'recording', state: on ? 'recording' : 'stopped' }));
    },
    async startTransfer(request) {
      await mayBegin(phone, tap);
      return begin(held, request);
    },
    transferTo: async (number) => transferTo(held, number),
    joinWith: async (other) => joinWith(held, other),
  };
}

function hangUp(held: Held): void {
  const { phone, party, tap, target } = held;
  if (tap.isEnded) return;
  failIfTold(phone, 'hangUp');
  if (takeFault(phone, 'lostHangUp') !== null) return;
  held.target = null;
  if (target !== null && !target.tap.isEnded) handOver(phone, { party, tap }, target);
  else {
    end(tap);
    later(() => hangUpOn(party));
  }
}

/** Hands the call over without asking. Throws `CallError` TRANSFER_FAILED where nobody has the number. */
function transferTo({ phone, party, tap, network, own }: Held, number: string): void {
  failIfTold(phone, 'transfer');
  const initial = party.partner;
  if (initial === null || !network.isKnown(number)) throw new CallError('TRANSFER_FAILED');
  tap.tell({ type: 'transferring' });
  party.partner = null;
  initial.partner = null;
  const from = { sessionId: `${own.sessionId}-on`, number: initial.number, displayName: null, channelId: null };
  network.ringTo(number, from, initial);
  later(() => {
    tap.tell(takeFault(phone, 'handOver') === null ? { type: 'transferred' } : { type: 'transferFailed' });
    end(tap);
  });
}

/** Leaves both calls: their other sides talk to each other. */
function joinWith({ phone, party, tap }: Held, otherSessionId: string): void {
  phone.joins.push(otherSessionId);
  failIfTold(phone, 'transfer');
  const other = phone.kept.get(otherSessionId)?.end;
  if (party.partner === null || !other?.party.partner) throw new CallError('TRANSFER_FAILED');
  tap.tell({ type: 'transferring' });
  handOver(phone, { party, tap }, other);
}

/** The warm transfer that runs in a call, for a page that continues it; null for none. */
function runningTransfer({ tap, target, activeLines }: Held): RunningTransfer | null {
  return tap.isEnded || target === null || target.tap.isEnded ? null : { ...target.transfer, activeLines };
}

/** Calls somebody on a second line. */
function begin(held: Held, { number, sessionId }: TransferRequest): RunningTransfer {
  const { phone, party, network, own, microphone } = held;
  const { channelId } = own;
  const tap = createFakeTap();
  const target: FakeEnd = { party: endOfTarget(party, tap), tap };
  held.activeLines = ['TARGET'];
  const shown = { sessionId, number: phone.number, displayName: phone.displayName, channelId };
  network.ringTo(number, shown, target.party);
  phone.tookMicrophone.add(sessionId);
  const call = fakeCall(phone, target, network, dialledCall({ sessionId, number, channelId }), microphone);
  leaveLinesToInitial(held, sessionId);
  keepAsTarget(phone, sessionId, target);
  const drop = () => dropTarget(held, target);
  const transfer: RunningTransfer = {
    // Once INITIAL has left it is a call like any other.
    line: { ...call, hangUp: () => (held.tap.isEnded ? call.hangUp() : drop()) },
    establishedAt: null,
    activeLines: ['TARGET'],
    async setLines(lines) {
      await mayOrder(phone, 'lines');
      held.activeLines = lines;
      held.tap.tell({ type: 'lines', active: lines });
    },
    abort: async () => drop(),
  };
  held.target = { ...target, transfer };
  return transfer;
}

/** TARGET is given up, and INITIAL continues. */
function dropTarget(held: Held, { party, tap }: FakeEnd): void {
  if (tap.isEnded) return;
  held.target = null;
  end(tap);
  later(() => hangUpOn(party));
}

/** TARGET is no call that could have a second line of its own, until INITIAL has left. */
function leaveLinesToInitial({ phone, tap }: Held, sessionId: string): void {
  const beginElsewhere = phone.beginElsewhere.get(sessionId);
  phone.beginElsewhere.set(sessionId, (next) => {
    if (tap.isEnded) beginElsewhere?.(next);
  });
}

/** The user leaves both: INITIAL and TARGET are connected, or INITIAL waits for TARGET. */
function handOver(phone: FakePhoneState, { party, tap }: FakeEnd, target: FakeEnd): void {
  const initial = party.partner;
  const { partner, ringing } = target.party;
  for (const each of [party, target.party]) {
    each.partner = null;
    each.ringing = null;
  }
  if (takeFault(phone, 'handOver') !== null) {
    tap.tell({ type: 'transferFailed' });
  } else {
    tap.tell({ type: 'transferred' });
    if (initial !== null) putThrough(initial, partner, ringing);
  }
  end(target.tap);
  end(tap);
}

/** Fulfils when the exchange begins a transfer; throws the error otherwise. */
async function mayBegin(phone: FakePhoneState, tap: FactTap): Promise<void> {
  await phone.heldBack;
  failIfTold(phone, 'transfer');
  if (tap.isEnded) throw new CallError('DIAL_FAILED');
}

/** TARGET tells the next page how far it is, in place of what a call tells. */
function keepAsTarget({ kept }: FakePhoneState, sessionId: string, { party, tap }: FakeEnd): void {
  const call = kept.get(sessionId);
  if (call !== undefined) kept.set(sessionId, { ...call, tellAgain: () => tellTargetAgain(party, tap) });
}

/** How far TARGET is, for a page that continues with it. */
function tellTargetAgain({ partner, ringing }: Party, tap: FactTap): void {
  if (partner !== null) tap.tell({ type: 'answered' });
  else if (ringing !== null) tap.tell({ type: 'remoteRings' });
}

/** A call that the phone began: only the other side can take it. */
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

/** The user has left two others: they talk to each other, or the first waits while the second rings. */
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
function endOfTarget(party: Party, tap: FactTap): Party {
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
