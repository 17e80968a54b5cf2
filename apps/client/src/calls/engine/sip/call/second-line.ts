import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import { createFactTap, type FactTap } from '../../fact-tap.ts';
import type { InOrder } from '../../in-order.ts';
import { aloneFacts, targetFacts } from '../../ongoing-facts.ts';
import type { ToldLine } from '../../server-side-of-call.ts';
import { untilBack } from '../../until-back.ts';
import type { SipServer } from '../sip-server.ts';

/** TARGET of a warm transfer: a call of its own for the user, without a dialog of its own. */
export interface SecondLine extends ToldLine {
  readonly sessionId: string;
  readonly tap: FactTap;
  /** INITIAL has left: what this line's own row says. */
  goOn(row: OngoingCall): void;
}

export interface SecondLineParts {
  readonly server: SipServer;
  readonly clock: Clock;
  /** Shared with all orders of the leg. */
  readonly inOrder: InOrder;
  readonly sipCallId: () => string;
  readonly transferId: string;
  readonly sessionId: string;
  readonly number: string | null;
  readonly displayName: string | null;
  /** The first line; both have one microphone and one leg. */
  readonly initial: EngineCall;
  /** INITIAL has left and the leg is this line's alone. */
  readonly isAlone: () => boolean;
  /** Ends the leg. */
  readonly hangUpLeg: () => void;
}

export function createSecondLine(parts: SecondLineParts): SecondLine {
  const { server, clock, sipCallId, transferId, sessionId, initial } = parts;
  const tap = createFactTap();
  let seen: OngoingTransfer | null = null;
  /** How far the line is, once its own row tells. */
  let stage: OngoingTransfer['state'] | null = null;

  async function drop() {
    if (tap.isEnded) return;
    tap.tell({ type: 'ended', reason: 'HANGUP', by: 'user' });
    await parts.inOrder(() => untilBack(clock, () => server.dropTransfer(sipCallId(), transferId)));
  }

  const line: EngineCall = {
    ...initial,
    sessionId,
    direction: 'OUTGOING',
    number: parts.number,
    displayName: parts.displayName,
    calledNumber: null,
    accept: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
    refuse() {
      throw new CallError('REJECT_FAILED');
    },
    hangUp() {
      if (parts.isAlone()) parts.hangUpLeg();
      // The server learns it at the end of the call if this order is lost.
      else drop().catch(() => {});
    },
    listen: (listener) => tap.listen(listener),
  };

  return {
    sessionId,
    tap,
    isOver: () => tap.isEnded,
    follow(row) {
      const now = row.transfer?.id === transferId ? row.transfer : null;
      // The rows show a new transfer a moment after its order was answered.
      if (now === null && seen === null) return;
      for (const fact of targetFacts(seen, now)) tap.tell(fact);
      seen = now;
    },
    goOn(row) {
      for (const fact of aloneFacts(stage ?? seen?.state ?? null, row)) tap.tell(fact);
      if (row.state !== 'ended') stage = row.state;
    },
    transfer: {
      line,
      async setLines(lines) {
        try {
          await parts.inOrder(() => untilBack(clock, () => server.setLines(sipCallId(), transferId, lines)));
        } catch (cause) {
          throw new CallError('INVALID_STATE_ERROR', cause);
        }
      },
      abort: drop,
    },
  };
}
