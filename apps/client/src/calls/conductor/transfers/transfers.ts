import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { isTransferTarget, ownTransferNumber } from '@sidetone/contract/rules/numbers/transfer-target.ts';
import type { Call } from '../../core/call.ts';
import { addCall, isFull } from '../../core/call-list.ts';
import { lineOf, mayConfer, maySwitch, type Transfer } from '../../core/transfer.ts';
import type { EngineTransfer, HandedTo, RunningTransfer } from '../../engine/call-engine.ts';
import { CallError, handOverError, targetError } from '../../engine/call-error.ts';
import type { Hold } from '../hold.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';
import { decide, handOver } from './handing-over.ts';
import { joinCalls } from './joining-calls.ts';
import { createSwitching } from './switching-calls.ts';
import type { TransferDesk } from './transfer-desk.ts';

export interface Transfers {
  /** Calls `target` beside the established call `initialId`. Throws `CallError`; the first call then continues. */
  start(initialId: string, target: Call): Promise<EngineTransfer>;
  /** Continues a transfer that was not begun here; false where the call cannot have one. */
  resume(initialId: string, target: Call, transfer: RunningTransfer): boolean;
  /** `null` is the line that isn't heard now. Does nothing where switching is not possible. */
  switchLine(id: string | null): Promise<void>;
  confer(): Promise<void>;
  abort(): Promise<void>;
  /** Leaves both: they are connected, or the first waits for the second. */
  handOver(): void;
  /** Hands a call over without asking the target. */
  blindly(id: string, target: HandedOver): Promise<void>;
  /** Joins the other sides of two calls that are no transfer, and leaves both. */
  join(id: string, otherId: string): Promise<void>;
  /** The phone system switched the lines, by order of any program. */
  follow(initialId: string, lines: readonly TransferLine[]): void;
  /** A call was handed over, or could not be. The call that it was handed to shares the outcome. */
  decided(id: string, to: 'Transferred' | 'TransferFailed'): void;
  /** A call is over: the call that is left in a transfer is heard again. */
  ended(id: string): void;
  /** Whether this call's end is settled together with the one that was handed to it. */
  isHandedOver(id: string): boolean;
}

/** Where a call is handed over to, and what the screen calls it. */
export interface HandedOver {
  readonly number: string;
  readonly name?: string | null;
  readonly to?: HandedTo;
}

/** Warm transfers: INITIAL waits while the user talks to TARGET, then both, either or none of them are left. */
export function createTransfers({ log }: Parts, stage: Stage, hold: Hold): Transfers {
  const desk: TransferDesk = { log, stage, hold, running: null, handed: new Map() };
  const switchCalls = createSwitching(hold);
  return {
    start: (initialId, target) => start(desk, initialId, target),
    resume: (initialId, target, transfer) => resume(desk, initialId, target, transfer),
    async switchLine(id) {
      const transfer = now(desk);
      const { calls } = stage.store.getState();
      if (!maySwitch(calls)) return;
      if (transfer !== null) await switchLine(desk, transfer, id);
      else await switchCalls(calls, id);
    },
    confer: () => confer(desk),
    abort: () => abort(desk),
    handOver: () => handOver(desk),
    blindly: (id, target) => transferBlindly(desk, id, target),
    join: (id, otherId) => joinCalls(desk, id, otherId),
    follow(initialId, lines) {
      const transfer = now(desk);
      if (transfer?.initialId !== initialId || lines.length === 0) return;
      stage.setTransfer({ ...transfer, activeLines: lines });
    },
    decided: (id, to) => decide(desk, id, to),
    ended: (id) => ended(desk, id),
    isHandedOver: (id) => [...desk.handed.values()].includes(id),
  };
}

const now = ({ stage }: TransferDesk): Transfer | null => stage.store.getState().transfer;

// How a transfer begins.

async function start(desk: TransferDesk, initialId: string, target: Call): Promise<EngineTransfer> {
  const { stage, hold } = desk;
  const engineCall = stage.engineCalls.get(initialId);
  if (engineCall === undefined || !isTransferTarget(target.number ?? '')) {
    throw new CallError('INVALID_PHONE_NUMBER');
  }
  // Specification 4: starting takes the call off hold; what is held from here on is the line.
  if (!(await hold.resume(initialId))) throw new CallError('INVALID_STATE_ERROR');
  if (!stage.go(initialId, 'WarmTransferStarted')) throw new CallError('INVALID_STATE_ERROR');
  const initial = stage.call(initialId);
  const shared = { mute: initial?.mute ?? 'NONE', recording: initial?.recording ?? target.recording };
  stage.setCalls(addCall(stage.store.getState().calls, { ...target, ...shared }));
  stage.setTransfer({ initialId, targetId: target.id, activeLines: ['TARGET'] });
  const isStillWanted = () => now(desk)?.targetId === target.id;
  try {
    const transfer = await engineCall.startTransfer({
      number: target.number ?? '',
      sessionId: target.id,
      ownNumber: ownTransferNumber(target.ownNumber),
    });
    if (isStillWanted()) desk.running = transfer;
    return transfer;
  } catch (cause) {
    if (isStillWanted()) backToInitial(desk, initialId);
    throw targetError(cause);
  }
}

function resume(desk: TransferDesk, initialId: string, target: Call, transfer: RunningTransfer): boolean {
  const { stage } = desk;
  if (isFull(stage.store.getState().calls) || !stage.go(initialId, 'WarmTransferStarted')) return false;
  const { line, establishedAt, activeLines } = transfer;
  const mute = stage.call(initialId)?.mute ?? 'NONE';
  stage.setCalls(addCall(stage.store.getState().calls, { ...target, mute, establishedAt }));
  stage.engineCalls.set(target.id, line);
  stage.connected.add(target.id);
  stage.setTransfer({ initialId, targetId: target.id, activeLines });
  desk.running = transfer;
  stage.go(target.id, 'Ringing');
  return true;
}

// The lines that the user hears.

async function switchLine(desk: TransferDesk, transfer: Transfer, id: string | null) {
  const heard = transfer.activeLines.length === 1 ? transfer.activeLines[0] : null;
  const to = id === null ? (heard === 'INITIAL' ? 'TARGET' : 'INITIAL') : lineOf(transfer, id);
  if (to !== null && to !== heard) await setLines(desk, [to]);
}

async function confer(desk: TransferDesk) {
  const transfer = now(desk);
  if (!mayConfer(desk.stage.store.getState().calls, transfer) || transfer?.activeLines.length === 2) return;
  await setLines(desk, ['INITIAL', 'TARGET']);
}

async function setLines(desk: TransferDesk, lines: readonly TransferLine[]) {
  const { stage, log, running } = desk;
  const before = now(desk);
  if (before === null || running === null) return;
  stage.setTransfer({ ...before, activeLines: lines });
  try {
    await running.setLines(lines);
  } catch (cause) {
    log('error', 'lines not set', { sessionId: before.initialId, lines, cause: String(cause) });
    // A transfer that has ended needs no error, and the later one of two orders counts.
    if (now(desk)?.targetId !== before.targetId) return;
    if (now(desk)?.activeLines === lines) stage.setTransfer(before);
    throw new CallError('UNHOLD_FAILED', cause);
  }
}

// How a transfer ends.

async function abort(desk: TransferDesk) {
  const { stage, log, running } = desk;
  const transfer = now(desk);
  if (transfer === null) return;
  const { initialId, targetId } = transfer;
  stage.change(targetId, { endedBy: 'user', reason: 'HANGUP' });
  stage.go(targetId, 'Terminating');
  // While the target is still being called its line hangs up as soon as there is one.
  if (running === null) {
    stage.go(targetId, 'Terminated');
    return;
  }
  try {
    await running.abort();
  } catch (cause) {
    // The phone system no longer knows it, or will learn of it when it is there again.
    log('warn', 'transfer not aborted', { sessionId: initialId, cause: String(cause) });
  }
  stage.go(targetId, 'Terminated');
}

/** INITIAL alone is left. */
function backToInitial(desk: TransferDesk, initialId: string) {
  const { stage } = desk;
  stage.setTransfer(null);
  desk.running = null;
  if (stage.call(initialId)?.state !== 'WarmTransferStarted') return;
  stage.change(initialId, { hold: 'none' });
  stage.go(initialId, 'Established');
}

function ended(desk: TransferDesk, id: string) {
  const { stage, hold } = desk;
  const transfer = now(desk);
  if (transfer?.targetId === id) backToInitial(desk, transfer.initialId);
  else if (transfer?.initialId === id) {
    stage.setTransfer(null);
    desk.running = null;
    stage.change(transfer.targetId, { hold: 'none' });
  } else hold.resumeRemaining();
}

/** Hands a call over without asking. Throws `CallError`; the call then continues. */
async function transferBlindly({ stage, log }: TransferDesk, id: string, { number, name, to }: HandedOver) {
  const engineCall = stage.engineCalls.get(id);
  if (stage.call(id)?.state !== 'Established' || engineCall === undefined) throw new CallError('INVALID_STATE_ERROR');
  if (to !== 'park' && !isTransferTarget(number)) throw new CallError('INVALID_PHONE_NUMBER');
  stage.change(id, { transferredTo: name ?? number });
  try {
    await engineCall.transferTo(number, to);
  } catch (cause) {
    stage.change(id, { transferredTo: null });
    log('error', 'transfer failed', { sessionId: id, cause: String(cause) });
    throw handOverError(cause, to);
  }
}
