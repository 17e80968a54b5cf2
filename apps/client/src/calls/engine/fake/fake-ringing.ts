import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { EngineCall, Refusal } from '../call-engine.ts';
import { type FakeNetwork, fakeCall, refusalLines, refusalReasons } from './fake-call.ts';
import { type From, later, type Party, partyOf, type Ringing, stranger, talk } from './fake-party.ts';
import { type FakePhoneState, failIfTold, isAllowed } from './fake-phone-state.ts';
import { createFakeTap, type FakeTap } from './fake-tap.ts';

/**
 * How a scripted number behaves; a reason means that it refuses immediately. `deaf` answers, but no audio ever comes
 * up.
 */
export type FakeBehaviour = 'ring' | 'early' | 'answer' | 'deaf' | TerminationReason;

/** A phone that rings for a number while it is on duty. */
export interface Ringer {
  readonly phone: FakePhoneState;
  readonly incoming: (call: EngineCall) => void;
}

/** Who can be reached at a number. */
interface Reachable {
  readonly ringers: readonly Ringer[];
  /** Undefined where the number has phones, or nobody has it. */
  readonly behaviour: FakeBehaviour | undefined;
  /** The person at a scripted number has taken the call. */
  readonly onTaken: (someone: Party) => void;
}

/** A number that is called: its phones ring until one of them takes the call or nobody is left. */
interface Round {
  readonly to: string;
  readonly from: From;
  readonly ringing: Ringing;
  /** The phones that still ring, and where their facts are told. */
  readonly open: Map<Party, FakeTap>;
  winner: FakeTap | null;
}

/** Calls a number: its phones ring, or its script runs. */
export function ringRound(
  network: FakeNetwork,
  { ringers, behaviour, onTaken }: Reachable,
  to: string,
  from: From,
  caller: Party,
): Ringing {
  const ringing: Ringing = { caller, leave: (elsewhere) => stopRinging(round, elsewhere) };
  const round: Round = { to, from, ringing, open: new Map(), winner: null };
  caller.ringing = ringing;
  for (const ringer of ringers) ringPhone(network, round, ringer);
  if (ringers.length === 0) {
    const taken = () => {
      const someone = stranger(to);
      onTaken(someone);
      take(round, someone);
    };
    const refused = (reason: TerminationReason) => refuseFor(round, reason, null);
    later(() => follow(behaviour ?? 'NOT_FOUND', ringing.caller, { taken, refused }));
  }
  return ringing;
}

function stopRinging(round: Round, elsewhere: boolean): void {
  const reason = elsewhere ? 'ACCEPTED_ELSEWHERE' : 'CANCELLED';
  for (const tap of round.open.values()) tap.tell({ type: 'ended', reason, by: 'remote' });
  round.open.clear();
  // Its accept lost the race although it had left.
  if (elsewhere) round.winner?.tell({ type: 'ended', reason, by: 'remote' });
}

function take(round: Round, by: Party): void {
  const won = round.open.get(by) ?? null;
  round.open.delete(by);
  stopRinging(round, true);
  round.winner = won;
  const { caller } = round.ringing;
  caller.ringing = null;
  talk(caller, by);
  caller.answers();
}

function refuseFor({ ringing }: Round, reason: TerminationReason, how: Refusal | null): void {
  const { caller } = ringing;
  caller.ringing = null;
  caller.refused(reason, how);
}

function ringPhone(network: FakeNetwork, round: Round, { phone, incoming }: Ringer): void {
  const { to, from, open, ringing } = round;
  const tap = createFakeTap();
  const party = partyOf(tap, to, phone.displayName);
  open.set(party, tap);
  const call = fakeCall(phone, { party, tap }, network, {
    sessionId: from.sessionId,
    number: from.number,
    displayName: from.displayName,
    channelId: from.channelId,
    ...(from.asksToAnswer && { asksToAnswer: true as const }),
    direction: 'INCOMING',
    calledNumber: to,
    async accept() {
      if (!(await isAllowed(phone)) || tap.isEnded) return;
      failIfTold(phone, 'accept');
      phone.tookMicrophone.add(from.sessionId);
      take(round, party);
      party.answers();
    },
    refuse(how) {
      open.delete(party);
      phone.refusals.push(refusalLines[how]);
      tap.tell({ type: 'ended', reason: refusalReasons[how], by: 'user' });
      if (open.size === 0 && party.partner === null) refuseFor(round, refusalReasons[how], how);
    },
  });
  later(() => {
    incoming(call);
    if (!tap.isEnded) ringing.caller.rings();
  });
}

/** The person at a scripted number, whom `caller` calls, does what the script says. */
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
