import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { EndReason } from '../ports.ts';
import type { Playing } from './call.ts';
import { unreachable } from './unreachable.ts';

/**
 * A warm transfer: INITIAL, the call that a user talks in, and TARGET, a second call that the same leg of theirs speaks
 * in. Plain data, changed only by `stepTransfer`.
 */
export interface Transfer {
  readonly transferId: string;
  readonly userId: string;
  readonly initialId: string;
  readonly targetId: string;
  /** The user's leg in INITIAL, and the line in TARGET that stands for it. */
  readonly userLegId: string;
  readonly lineLegId: string;
  /** The session of TARGET, and the number that was called. */
  readonly targetSessionId: string;
  readonly number: string;
  phase: TransferPhase;
  /** Who the user hears. */
  lines: readonly TransferLine[];
  /** The user is on hold, and so nobody hears them on any line. */
  userHolds: boolean;
  outcome: TransferOutcome | null;
  reason: EndReason | null;
}

type TransferPhase = 'dialling' | 'ringing' | 'talking' | 'over';

/**
 * `failed`: TARGET did not take the call. `ended`: it hung up later. `dropped`: the user gave it up. `handedOver`: the
 * other two have each other. `kept`: INITIAL left, and the user goes on with TARGET. `lost`: everything ended at the same time.
 */
type TransferOutcome = 'failed' | 'ended' | 'dropped' | 'handedOver' | 'kept' | 'lost';

export type TransferFact =
  | { readonly type: 'begun' }
  | { readonly type: 'targetRang' }
  | { readonly type: 'targetTook' }
  | { readonly type: 'targetLeft'; readonly reason: EndReason }
  | { readonly type: 'initialLeft' }
  /** The user hung up, or asked for the others to be joined. */
  | { readonly type: 'userLeft' }
  | { readonly type: 'userHeld'; readonly held: boolean }
  | { readonly type: 'linesAsked'; readonly lines: readonly TransferLine[] }
  | { readonly type: 'dropAsked' }
  /** A leg has a new media endpoint, which hears nobody yet. */
  | { readonly type: 'rewire' }
  | { readonly type: 'lost' };

export type TransferOrder =
  /** The transfer decides who hears whom in INITIAL from now on. */
  | { readonly do: 'steerInitial' }
  /** The user is joined with these lines and with nobody else. */
  | { readonly do: 'hearLines'; readonly lines: readonly TransferLine[] }
  /** What the far sides hear while they wait. */
  | { readonly do: 'waits'; readonly initial: Playing; readonly target: Playing }
  | { readonly do: 'endTarget' }
  /** INITIAL is a call of its own again. */
  | { readonly do: 'returnToInitial' }
  /** INITIAL's far side takes the user's place in TARGET, and the user's leg ends. */
  | { readonly do: 'handOver' }
  /** The user's leg moves over to TARGET, and INITIAL ends. */
  | { readonly do: 'goOnWithTarget' };

/** The transfer after a fact, and what is to be done. Pure: the transfer given stays as it was. */
export function stepTransfer(
  given: Transfer,
  fact: TransferFact,
): { readonly transfer: Transfer; readonly orders: readonly TransferOrder[] } {
  const transfer = { ...given };
  return { transfer, orders: given.phase === 'over' ? [] : take(transfer, fact) };
}

function take(transfer: Transfer, fact: TransferFact): TransferOrder[] {
  switch (fact.type) {
    case 'begun':
      return [{ do: 'steerInitial' }, ...wiring(transfer)];
    case 'targetRang':
      if (transfer.phase === 'dialling') transfer.phase = 'ringing';
      return [];
    case 'targetTook':
      if (transfer.phase === 'talking') return [];
      transfer.phase = 'talking';
      return wiring(transfer);
    case 'targetLeft':
      end(transfer, transfer.phase === 'talking' ? 'ended' : 'failed', fact.reason);
      return [{ do: 'returnToInitial' }];
    case 'dropAsked':
      end(transfer, 'dropped', 'HANGUP');
      return [{ do: 'endTarget' }, { do: 'returnToInitial' }];
    case 'initialLeft':
      end(transfer, 'kept', null);
      return [{ do: 'goOnWithTarget' }];
    case 'userLeft':
      end(transfer, 'handedOver', null);
      return [{ do: 'handOver' }];
    case 'userHeld':
      if (transfer.userHolds === fact.held) return [];
      transfer.userHolds = fact.held;
      return waiting(transfer);
    case 'linesAsked':
      // Nobody to switch to or to confer with before TARGET talks.
      if (transfer.phase !== 'talking' || fact.lines.length === 0) return [];
      transfer.lines = [...new Set(fact.lines)];
      return wiring(transfer);
    case 'rewire':
      return wiring(transfer);
    case 'lost':
      end(transfer, 'lost', null);
      return [{ do: 'endTarget' }];
    default:
      return unreachable(fact);
  }
}

function end(transfer: Transfer, outcome: TransferOutcome, reason: EndReason | null): void {
  transfer.phase = 'over';
  transfer.outcome = outcome;
  transfer.reason = reason;
  transfer.lines = ['INITIAL'];
}

const wiring = (transfer: Transfer): TransferOrder[] => [
  { do: 'hearLines', lines: transfer.phase === 'talking' ? transfer.lines : [] },
  ...waiting(transfer),
];

/** A far side that the user does not hear, or whom a user on hold does not hear, has music. */
const waiting = ({ phase, lines, userHolds }: Transfer): TransferOrder[] => {
  const talks = (line: TransferLine) => phase === 'talking' && lines.includes(line) && !userHolds;
  return [
    {
      do: 'waits',
      initial: talks('INITIAL') ? 'nothing' : 'music',
      target: phase !== 'talking' || talks('TARGET') ? 'nothing' : 'music',
    },
  ];
};
