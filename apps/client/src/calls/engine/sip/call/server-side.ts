import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, EngineFact, RunningTransfer } from '../../call-engine.ts';
import { CallError, transferError } from '../../call-error.ts';
import type { FactTap } from '../../fact-tap.ts';
import { commandsInOrder } from '../../in-order.ts';
import { isRunning, joinedLate, ongoingFacts } from '../../ongoing-facts.ts';
import type { SipServer } from '../sip-server.ts';
import { createLegOrders } from './leg-orders.ts';
import { createSecondLine, type SecondLine } from './second-line.ts';

/** What the server knows and does of a call besides SIP: hold, recording, transfers, and what became of it. */
export interface ServerSide {
  readonly orders: Pick<EngineCall, 'hold' | 'record' | 'startTransfer' | 'transferTo'>;
  /** Where facts of the leg go: to the call, or to the second line once that has the leg alone. */
  voice(): FactTap;
  /** The user hangs up: with two lines this hands the call over. */
  leaving(): void;
  /** A transfer that already runs, where the server's row tells of one. */
  resumeTransfer(): RunningTransfer | null;
  /** The leg is gone. Tells the last facts, as soon as it is known what became of the call. */
  close(last: EngineFact, established: boolean): void;
}

interface ServerSideParts {
  readonly server: SipServer;
  readonly clock: Clock;
  readonly sipCallId: () => string;
  readonly facts: Pick<EngineCall, 'sessionId'>;
  readonly tap: FactTap;
  readonly initial: () => EngineCall;
  readonly hangUpLeg: () => void;
  readonly onAlone: (line: SecondLine) => void;
}

/** The server tells so soon what became of a hand-over; after that it counts as done. */
const handOverMs = 3000;

/** Whose the leg is: the call's, or TARGET's once INITIAL has left. */
interface LegOwner {
  readonly sessionId: string;
  readonly tap: FactTap;
  /** What its row says beyond that of every call. */
  readonly read: (row: OngoingCall) => void;
}

type Leaving = 'handOver' | 'blind';

export function createServerSide(parts: ServerSideParts): ServerSide {
  const { server, clock, sipCallId, tap } = parts;
  const { ongoing } = server;
  const inOrder = commandsInOrder();
  const leg = createLegOrders(server, clock, sipCallId, inOrder);
  let seen: OngoingCall | null = null;
  let owner: LegOwner = { sessionId: parts.facts.sessionId, tap, read: () => {} };
  let second: SecondLine | null = null;
  /** Transfers that are known here, also those that were dropped: the rows show them a moment longer. */
  const known = new Set<string>();
  /** Sessions of transfers that were ordered and not answered; their rows may come first. */
  const ordered = new Set<string>();
  let leaving: Leaving | null = null;
  let decided = false;
  /** The server said that a blind transfer is done. */
  let isHandedOver = false;
  /** Tells the last facts; set while the leg is gone and the server has not said what became of the call. */
  let tellEnd: (() => void) | null = null;

  const voice = () => owner.tap;

  const ownRow = () => rowOf(ongoing.read() ?? [], owner.sessionId, sipCallId());

  /** INITIAL left: the leg is TARGET's from now on, and the server has a row for it under that session. */
  function watchForInitialLeaving() {
    const line = second;
    if (line === null || line.tap.isEnded) return;
    const { sessionId } = line;
    const row = rowOf(ongoing.read() ?? [], sessionId, sipCallId());
    if (!goesOnAs(row, sessionId, sipCallId()) || leaving !== null) return;
    const { tap: left } = owner;
    owner = { sessionId, tap: line.tap, read: (row) => line.goOn(row) };
    second = null;
    seen = null;
    left.tell({ type: 'ended', reason: 'HANGUP', by: 'remote' });
    parts.onAlone(line);
  }

  /** A transfer that another program began, or a typed code: it has to be on the screen, or hanging up would surprise. */
  function joinUnknown(row: OngoingCall) {
    const { transfer } = row;
    if (second !== null || leaving !== null || tellEnd !== null || row.state !== 'talking') return;
    if (!isRunning(transfer) || known.has(transfer.id) || ordered.has(transfer.sessionId)) return;
    tell({ type: 'transferBegan', transfer: join(transfer) });
  }

  function join(transfer: OngoingTransfer): RunningTransfer {
    const { id, sessionId, number, name } = transfer;
    return { ...begin(id, sessionId, number, name).transfer, ...joinedLate(transfer) };
  }

  function follow() {
    watchForInitialLeaving();
    const row = ownRow();
    if (row === null) return;
    if (row.callId !== null && row.callId !== sipCallId()) return;
    const before = seen;
    seen = row;
    joinUnknown(row);
    for (const fact of ongoingFacts(before, row)) tell(fact);
    leg.read(row);
    owner.read(row);
    second?.follow(row);
    if (second?.tap.isEnded) second = null;
    if (decided) tellEnd?.();
  }

  function tell(fact: EngineFact) {
    if (fact.type === 'transferred' || fact.type === 'transferFailed') {
      if (decided) return;
      decided = true;
    }
    voice().tell(fact);
  }

  function begin(transferId: string, sessionId: string, number: string | null, displayName: string | null) {
    known.add(transferId);
    const line = createSecondLine({
      server,
      clock,
      inOrder,
      sipCallId,
      transferId,
      sessionId,
      number,
      displayName,
      initial: parts.initial(),
      isAlone: () => owner.tap === line.tap,
      hangUpLeg: parts.hangUpLeg,
    });
    second = line;
    follow();
    return line;
  }

  const stopFollowing = ongoing.watch(follow);
  follow();

  return {
    voice,

    leaving() {
      if (second !== null && !second.tap.isEnded) leaving = 'handOver';
    },

    resumeTransfer() {
      const transfer = ownRow()?.transfer;
      return transfer !== undefined && isRunning(transfer) ? join(transfer) : null;
    },

    close(last, established) {
      const tellLast = (fallback: EngineFact | null) => {
        if (tellEnd === null) return;
        tellEnd = null;
        cancel();
        stopFollowing();
        if (fallback !== null) tell(fallback);
        // With the leg goes the second line, whatever it was waiting for.
        second?.tap.tell(last);
        voice().tell(last);
      };
      let cancel = () => {};
      tellEnd = () => tellLast(null);
      if (isHandedOver) {
        tellLast({ type: 'transferred' });
        return;
      }
      if (leaving !== null && established && !decided) {
        cancel = clock.after(handOverMs, () => tellLast({ type: 'transferred' }));
        follow();
        return;
      }
      const elsewhere = established && talksInAnotherLeg(ownRow(), sipCallId());
      tellLast(elsewhere ? { type: 'continuedElsewhere' } : null);
    },

    orders: {
      hold: (value) => leg.hold(value),
      record: (on) => leg.record(on),

      async startTransfer({ number, sessionId, ownNumber }) {
        ordered.add(sessionId);
        try {
          const transferId = await inOrder(() => server.startTransfer(sipCallId(), { number, ownNumber, sessionId }));
          return begin(transferId, sessionId, number, null).transfer;
        } catch (cause) {
          throw new CallError('DIAL_FAILED', cause);
        } finally {
          ordered.delete(sessionId);
        }
      },

      async transferTo(number) {
        leaving = 'blind';
        try {
          await inOrder(() => server.transferTo(sipCallId(), number));
        } catch (cause) {
          leaving = null;
          tellEnd?.();
          throw transferError(cause);
        }
        isHandedOver = true;
        tell({ type: 'transferring' });
        // The goodbye may have come before the reply.
        if (tellEnd !== null) {
          tell({ type: 'transferred' });
          tellEnd?.();
        }
      },
    },
  };
}

function rowOf(rows: readonly OngoingCall[], sessionId: string, sipCallId: string): OngoingCall | null {
  return rows.find((row) => row.id === sessionId) ?? rows.find((row) => row.callId === sipCallId) ?? null;
}

/** Whether a row shows a call that somebody goes on with, but not in this leg. */
function talksInAnotherLeg(row: OngoingCall | null, sipCallId: string): boolean {
  return row?.state === 'talking' && row.callId !== null && row.callId !== sipCallId;
}

/** Whether a row shows this session as the one that talks, or rings, in this leg. */
function goesOnAs(row: OngoingCall | null, sessionId: string, sipCallId: string): boolean {
  return row?.id === sessionId && row.callId === sipCallId && row.state !== 'ended';
}
