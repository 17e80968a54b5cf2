import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { EngineFact, EngineTransfer, RunningTransfer } from './call-engine.ts';
import { transferError } from './call-error.ts';
import { isRunning, joinedLate, ongoingFacts } from './ongoing-facts.ts';

/** TARGET of a warm transfer, as far as the server tells of it. */
export interface ToldLine {
  readonly transfer: EngineTransfer;
  /** Reads what the row of the first line says of it. */
  follow(row: OngoingCall): void;
  /** Whether rows have nothing more to say of it, not even that it was given up. */
  isOver(): boolean;
}

/**
 * How a call is being handed over. `asked`: a blind transfer is ordered, and the server has not replied. `blind`: the
 * server hands the call over. `over`: the user hung up while a second line ran. The server's row tells the outcome.
 */
type Handing = 'no' | 'asked' | 'blind' | 'over';

/** What the server has told of a call, in either generation. */
export interface ServerSideOfCall<Line extends ToldLine> {
  /** The last row; null before the first. */
  row: OngoingCall | null;
  /** The second line of a warm transfer that runs; null for none. */
  line: Line | null;
  handing: Handing;
  /** Transfers that are known here, also those that were given up: the rows show them a moment longer. */
  readonly knownTransfers: Set<string>;
  /** Sessions of transfers that were ordered and not answered; their rows may come before the answers. */
  readonly orderedSessions: Set<string>;
}

/** The server side of a call that no row has shown yet. */
export function nothingTold<Line extends ToldLine>(): ServerSideOfCall<Line> {
  return { row: null, line: null, handing: 'no', knownTransfers: new Set(), orderedSessions: new Set() };
}

/** Keeps the row, and returns what is new in it. */
export function factsOfRow<Line extends ToldLine>(side: ServerSideOfCall<Line>, row: OngoingCall): EngineFact[] {
  const before = side.row;
  side.row = row;
  return ongoingFacts(before, row);
}

/**
 * A transfer that another program began, or a typed code; null for none. It has to be on the screen, or hanging up
 * would have unexpected effects.
 */
export function strangeTransfer<Line extends ToldLine>(
  { line, handing, knownTransfers, orderedSessions }: ServerSideOfCall<Line>,
  { state, transfer }: OngoingCall,
): OngoingTransfer | null {
  if (line !== null || handing !== 'no' || state !== 'talking' || !isRunning(transfer)) return null;
  return knownTransfers.has(transfer.id) || orderedSessions.has(transfer.sessionId) ? null : transfer;
}

/** A transfer that was not begun here, and continues here. */
export function joined({ transfer }: ToldLine, told: OngoingTransfer): RunningTransfer {
  return { ...transfer, ...joinedLate(told) };
}

/** The second line learns what the row says of it, and is forgotten once it is over. */
export function followLine<Line extends ToldLine>(side: ServerSideOfCall<Line>, row: OngoingCall): void {
  side.line?.follow(row);
  if (side.line?.isOver()) side.line = null;
}

/** TARGET's own row, which it has once INITIAL has left and it has the leg alone; null before. */
export function rowOfTarget(
  rows: readonly OngoingCall[],
  sessionId: string,
  isOurLeg: (sipCallId: string) => boolean,
): OngoingCall | null {
  const row = rows.find(({ id }) => id === sessionId);
  if (row === undefined || row.state === 'ended' || row.callId === null) return null;
  return isOurLeg(row.callId) ? row : null;
}

/** Hands the call over without asking. Throws `CallError`; the call is then as it was before. */
export async function handOverBlindly<Line extends ToldLine>(
  side: ServerSideOfCall<Line>,
  order: () => Promise<void>,
): Promise<void> {
  const before = side.handing === 'asked' ? 'no' : side.handing;
  side.handing = 'asked';
  try {
    await order();
    side.handing = 'blind';
  } catch (cause) {
    side.handing = before;
    throw transferError(cause);
  }
}
