import {
  incomingRingTimeoutMs,
  sipNoAnswerTimeoutMs,
  webrtcConnectTimeoutMs,
} from '@sidetone/contract/rules/call-timing.ts';
import type { Call } from './call.ts';
import { isOver } from './call-machine.ts';

/** How long a call that ended stays on the screen, in milliseconds. */
const endedShownMs = 300;
/** How much longer it stays when no other call is left, in milliseconds. */
export const lastEndedShownMs = endedShownMs + 2000;
/** A hand-over without an outcome counts as failed after this, in milliseconds. */
const transferringMs = 35_000;
/** A call that is being ended is over after this even where its engine does not say so, in milliseconds. */
const terminatingMs = 5_000;
/** The order for a call whose time is up. */
export type DueOrder = 'giveUpRinging' | 'giveUpConnecting' | 'giveUpTransferring' | 'giveUpEnding' | 'close';

export interface Deadline {
  readonly sessionId: string;
  readonly at: number;
  readonly order: DueOrder;
}

/**
 * Everything that time will do to these calls, soonest first. `enteredAt` gives the time when a call entered its state.
 */
export function deadlinesOf(calls: readonly Call[], enteredAt: (sessionId: string) => number): readonly Deadline[] {
  const allOver = calls.every((call) => isOver(call.state));
  return calls
    .flatMap((call) => {
      const due = dueOf(call, enteredAt(call.id), allOver, calls.length === 1);
      return due === null ? [] : [{ sessionId: call.id, ...due }];
    })
    .sort((one, other) => one.at - other.at);
}

function dueOf(call: Call, since: number, allOver: boolean, alone: boolean): Omit<Deadline, 'sessionId'> | null {
  if (isOver(call.state)) {
    if (alone && call.state === 'Terminated' && call.closesAtOnce) return { at: since, order: 'close' };
    const elsewhere = call.state === 'ContinuedElsewhere';
    return { at: since + (allOver || elsewhere ? lastEndedShownMs : endedShownMs), order: 'close' };
  }
  switch (call.state) {
    case 'Ringing': {
      const limit = call.direction === 'INCOMING' ? incomingRingTimeoutMs : sipNoAnswerTimeoutMs;
      return { at: since + limit, order: 'giveUpRinging' };
    }
    case 'Establishing':
      return { at: since + webrtcConnectTimeoutMs, order: 'giveUpConnecting' };
    case 'Transferring':
      return { at: since + transferringMs, order: 'giveUpTransferring' };
    case 'Terminating':
      return { at: since + terminatingMs, order: 'giveUpEnding' };
    default:
      return null;
  }
}
