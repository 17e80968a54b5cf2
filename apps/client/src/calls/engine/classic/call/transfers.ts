import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { EngineTransfer, HandedTo, RunningTransfer, TransferRequest } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import { followLine, handOverBlindly, joined, strangeTransfer } from '../../server-side-of-call.ts';
import { type CallState, known } from './call-state.ts';
import { startWarmTransfer, type WarmTransfer } from './warm-transfer.ts';

/** Calls somebody on a second line. Throws `CallError` DIAL_FAILED. */
export async function startTransfer(state: CallState, request: TransferRequest): Promise<EngineTransfer> {
  const line = openLine(state, request);
  try {
    await line.started;
  } catch (cause) {
    if (state.side.line === line) state.side.line = null;
    throw new CallError('DIAL_FAILED', cause);
  }
  return line.transfer;
}

/** Hands the call over without asking. Throws `CallError`. */
export async function transferTo(state: CallState, number: string, to: HandedTo = 'line'): Promise<void> {
  const { parts, side, inOrder, tap } = state;
  // Calls of this generation are handed over by phones elsewhere, which know neither a voicemail nor a place of ours.
  if (to !== 'line') throw new CallError('TRANSFER_FAILED');
  await handOverBlindly(side, () => inOrder(() => parts.server.transfer(known(state), number)));
  tap.tell({ type: 'transferring' });
}

/** Leaves this call and another one to their other sides. Throws `CallError`. */
export async function joinWith(state: CallState, otherSessionId: string): Promise<void> {
  const { parts, side, inOrder, tap } = state;
  const { sessionId } = parts.facts;
  await handOverBlindly(side, () => inOrder(() => parts.server.joinCalls(sessionId, otherSessionId)));
  tap.tell({ type: 'transferring' });
}

/** Continues a transfer that was not begun here. */
export function joinTransfer(state: CallState, running: OngoingTransfer): RunningTransfer {
  const { number, sessionId } = running;
  return joined(openLine(state, { number: number ?? '', sessionId, ownNumber: null }, running), running);
}

function openLine(state: CallState, request: TransferRequest, running?: OngoingTransfer): WarmTransfer {
  const { parts, side, inOrder, tap, call } = state;
  const { server, clock, log, facts } = parts;
  const line = startWarmTransfer({
    request,
    sipCallId: known(state),
    sessionId: facts.sessionId,
    before: running === undefined ? (side.row?.transfer?.id ?? null) : null,
    ...(running === undefined ? {} : { running }),
    server,
    clock,
    log,
    inOrder,
    main: call,
    isMainOver: () => tap.isEnded,
  });
  side.line = line;
  return line;
}

/** What the call's own row says of a transfer in it. */
export function readTransfer(state: CallState, row: OngoingCall): void {
  const { side, tap } = state;
  const strange = strangeTransfer(side, row);
  if (strange !== null) tap.tell({ type: 'transferBegan', transfer: joinTransfer(state, strange) });
  if (side.line === null) return;
  if (row.transfer !== null) side.knownTransfers.add(row.transfer.id);
  followLine(side, row);
}

/** INITIAL left: TARGET is the user's call from now on, in the same leg and with the same audio. */
export function leaveTo(state: CallState, next: WarmTransfer, rows: readonly OngoingCall[]): void {
  const { parts, side, audio, tap, call } = state;
  state.cancelEnd();
  side.line = null;
  const { sessionId, direction, number, displayName, calledNumber, channelId } = next.transfer.line;
  const playing = audio.now();
  const heir = parts.succeed(
    call,
    { sessionId: next.ownRow(rows)?.id ?? sessionId, direction, number, displayName, calledNumber, channelId },
    { sipCallId: known(state), audio, answered: next.isAnswered() },
  );
  // The sound of INITIAL stops when it ends; from here on it is that of TARGET.
  tap.tell({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  next.goOn(heir);
  if (playing !== null) heir.play(playing);
  heir.read(rows);
}
