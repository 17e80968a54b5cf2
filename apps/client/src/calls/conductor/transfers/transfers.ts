import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { isTransferTarget, ownTransferNumber } from '@sidetone/contract/rules/transfer-target.ts';
import type { Call } from '../../core/call.ts';
import { addCall, isFull } from '../../core/call-list.ts';
import { lineOf, mayConfer, maySwitch } from '../../core/transfer.ts';
import type { EngineTransfer, RunningTransfer } from '../../engine/call-engine.ts';
import { CallError, targetError } from '../../engine/call-error.ts';
import type { Hold } from '../hold.ts';
import type { Log, Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';
import { createSwitching } from './switching-calls.ts';

export interface Transfers {
  /** Calls `target` beside the established call `initialId`. Throws `CallError`; the first call then goes on. */
  start(initialId: string, target: Call): Promise<EngineTransfer>;
  /** A transfer that was not begun here goes on here; false where the call cannot have one. */
  resume(initialId: string, target: Call, transfer: RunningTransfer): boolean;
  /** Null: the line that isn't heard now. Does nothing where switching is not possible. */
  switchLine(id: string | null): Promise<void>;
  confer(): Promise<void>;
  abort(): Promise<void>;
  /** Leaves both: they are connected, or the first waits for the second. */
  handOver(): void;
  /** Hands a call over without asking the target. */
  blindly(id: string, number: string): Promise<void>;
  /** The phone system switched, whoever asked for it. */
  follow(initialId: string, lines: readonly TransferLine[]): void;
  /** A call was handed over, or could not be: with it goes the call that it was handed to. */
  decided(id: string, to: 'Transferred' | 'TransferFailed'): void;
  /** A call is over: whoever is left in a transfer is heard again. */
  ended(id: string): void;
  /** Whether this call's end is settled together with the one that was handed to it. */
  isHandedOver(id: string): boolean;
}

/** Warm transfers: INITIAL waits while the user talks to TARGET, then both, either or none of them are let go. */
export function createTransfers({ log }: Parts, stage: Stage, hold: Hold): Transfers {
  let running: EngineTransfer | null = null;
  const switchCalls = createSwitching(hold);
  /** The TARGET that goes with an INITIAL that is being handed over. */
  const handed = new Map<string, string>();

  const now = () => stage.store.getState().transfer;

  async function setLines(lines: readonly TransferLine[]) {
    const before = now();
    if (before === null || running === null) return;
    stage.setTransfer({ ...before, activeLines: lines });
    try {
      await running.setLines(lines);
    } catch (cause) {
      log('error', 'lines not set', { sessionId: before.initialId, lines, cause: String(cause) });
      // Nothing to say of a transfer that has ended; of two orders the later one counts.
      if (now()?.targetId !== before.targetId) return;
      if (now()?.activeLines === lines) stage.setTransfer(before);
      throw new CallError('UNHOLD_FAILED', cause);
    }
  }

  /** INITIAL alone is left. */
  function backToInitial(initialId: string) {
    stage.setTransfer(null);
    running = null;
    if (stage.call(initialId)?.state !== 'WarmTransferStarted') return;
    stage.change(initialId, { hold: 'none' });
    stage.go(initialId, 'Established');
  }

  function decided(id: string, to: 'Transferred' | 'TransferFailed') {
    const targetId = handed.get(id);
    handed.delete(id);
    stage.go(id, to);
    if (targetId !== undefined && stage.call(targetId)?.state === 'Transferring') stage.go(targetId, to);
  }

  return {
    async start(initialId, target) {
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
      try {
        const transfer = await engineCall.startTransfer({
          number: target.number ?? '',
          sessionId: target.id,
          ownNumber: ownTransferNumber(target.ownNumber),
        });
        if (now()?.targetId === target.id) running = transfer;
        return transfer;
      } catch (cause) {
        if (now()?.targetId === target.id) backToInitial(initialId);
        throw targetError(cause);
      }
    },

    resume(initialId, target, transfer) {
      if (isFull(stage.store.getState().calls) || !stage.go(initialId, 'WarmTransferStarted')) return false;
      const { line, establishedAt, activeLines } = transfer;
      const mute = stage.call(initialId)?.mute ?? 'NONE';
      stage.setCalls(addCall(stage.store.getState().calls, { ...target, mute, establishedAt }));
      stage.engineCalls.set(target.id, line);
      stage.connected.add(target.id);
      stage.setTransfer({ initialId, targetId: target.id, activeLines });
      running = transfer;
      stage.go(target.id, 'Ringing');
      return true;
    },

    async switchLine(id) {
      const transfer = now();
      const { calls } = stage.store.getState();
      if (!maySwitch(calls)) return;
      if (transfer !== null) {
        const heard = transfer.activeLines.length === 1 ? transfer.activeLines[0] : null;
        const to = id === null ? (heard === 'INITIAL' ? 'TARGET' : 'INITIAL') : lineOf(transfer, id);
        if (to !== null && to !== heard) await setLines([to]);
        return;
      }
      await switchCalls(calls, id);
    },

    async confer() {
      const transfer = now();
      if (!mayConfer(stage.store.getState().calls, transfer) || transfer?.activeLines.length === 2) return;
      await setLines(['INITIAL', 'TARGET']);
    },

    async abort() {
      const transfer = now();
      const dropping = running;
      if (transfer === null) return;
      stage.change(transfer.targetId, { endedBy: 'user', reason: 'HANGUP' });
      stage.go(transfer.targetId, 'Terminating');
      // While the target is still being called its line hangs up as soon as there is one.
      if (dropping === null) {
        stage.go(transfer.targetId, 'Terminated');
        return;
      }
      try {
        await dropping.abort();
      } catch (cause) {
        // The phone system no longer knows it, or will hear of it when it is there again.
        log('warn', 'transfer not aborted', { sessionId: transfer.initialId, cause: String(cause) });
      }
      stage.go(transfer.targetId, 'Terminated');
    },

    handOver() {
      const transfer = now();
      if (transfer === null) return;
      const { initialId, targetId } = transfer;
      const target = stage.call(targetId);
      stage.setTransfer(null);
      running = null;
      const leave = () => leaveBoth(log, stage, initialId, () => decided(initialId, 'TransferFailed'));
      if (target?.state === 'Initial') {
        endBoth(stage, initialId, targetId);
        return leave();
      }
      handed.set(initialId, targetId);
      const transferredTo = target?.remote?.name ?? target?.number ?? null;
      stage.change(initialId, { endedBy: 'user', reason: 'HANGUP', transferredTo });
      stage.change(targetId, { endedBy: 'user', reason: 'HANGUP' });
      stage.go(initialId, 'Established');
      stage.go(initialId, 'Transferring');
      stage.go(targetId, 'Transferring');
      leave();
    },

    async blindly(id, number) {
      const call = stage.call(id);
      const engineCall = stage.engineCalls.get(id);
      if (call?.state !== 'Established' || engineCall === undefined) throw new CallError('INVALID_STATE_ERROR');
      if (!isTransferTarget(number)) throw new CallError('INVALID_PHONE_NUMBER');
      stage.change(id, { transferredTo: number });
      try {
        await engineCall.transferTo(number);
      } catch (cause) {
        stage.change(id, { transferredTo: null });
        log('error', 'transfer failed', { sessionId: id, cause: String(cause) });
        throw cause instanceof CallError ? cause : new CallError('TRANSFER_FAILED', cause);
      }
    },

    follow(initialId, lines) {
      const transfer = now();
      if (transfer?.initialId !== initialId || lines.length === 0) return;
      stage.setTransfer({ ...transfer, activeLines: lines });
    },

    decided,

    ended(id) {
      const transfer = now();
      if (transfer?.targetId === id) backToInitial(transfer.initialId);
      else if (transfer?.initialId === id) {
        stage.setTransfer(null);
        running = null;
        stage.change(transfer.targetId, { hold: 'none' });
      } else hold.resumeRemaining();
    },

    isHandedOver: (id) => [...handed.values()].includes(id),
  };
}

/** Hanging up while nobody was called yet: there is nobody to hand over to, so both end. */
function endBoth(stage: Stage, initialId: string, targetId: string): void {
  for (const id of [targetId, initialId]) {
    stage.change(id, { endedBy: 'user', reason: 'HANGUP' });
    stage.go(id, 'Terminating');
  }
  stage.go(targetId, 'Terminated');
}

/** Hanging up with both lines. Nobody hears the user from here on, whatever the engine makes of it. */
function leaveBoth(log: Log, stage: Stage, initialId: string, failed: () => void): void {
  const engineCall = stage.engineCalls.get(initialId);
  try {
    engineCall?.openMicrophone(false);
    engineCall?.hangUp();
  } catch (cause) {
    log('error', 'TERMINATE_FAILED', { sessionId: initialId, cause: String(cause) });
    if (stage.call(initialId)?.state === 'Transferring') failed();
    else stage.go(initialId, 'Terminated');
  }
}
