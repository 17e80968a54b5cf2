import type { Stage } from '../stage.ts';
import type { TransferDesk } from './transfer-desk.ts';

/** The user hangs up with both lines: they are connected, or INITIAL waits for TARGET. */
export function handOver(desk: TransferDesk): void {
  const { stage, handed } = desk;
  const { transfer } = stage.store.getState();
  if (transfer === null) return;
  const { initialId, targetId } = transfer;
  const target = stage.call(targetId);
  stage.setTransfer(null);
  desk.running = null;
  if (target?.state === 'Initial') endBoth(stage, initialId, targetId);
  else {
    handed.set(initialId, targetId);
    const transferredTo = target?.remote?.name ?? target?.number ?? null;
    stage.change(initialId, { endedBy: 'user', reason: 'HANGUP', transferredTo });
    stage.change(targetId, { endedBy: 'user', reason: 'HANGUP' });
    stage.go(initialId, 'Established');
    stage.go(initialId, 'Transferring');
    stage.go(targetId, 'Transferring');
  }
  leaveBoth(desk, initialId);
}

/** Moves a call that was handed over, and the one that it was handed to, to the outcome. */
export function decide({ stage, handed }: TransferDesk, id: string, to: 'Transferred' | 'TransferFailed'): void {
  const targetId = handed.get(id);
  handed.delete(id);
  stage.go(id, to);
  if (targetId === undefined) return;
  const shared = stage.call(targetId)?.state;
  // Two calls that were joined never were lines of a transfer: the second one still talks.
  if (shared === 'Transferring' || shared === 'Established') stage.go(targetId, to);
}

/** Hanging up before the target was called: there is nobody to hand over to, so both end. */
function endBoth(stage: Stage, initialId: string, targetId: string) {
  for (const id of [targetId, initialId]) {
    stage.change(id, { endedBy: 'user', reason: 'HANGUP' });
    stage.go(id, 'Terminating');
  }
  stage.go(targetId, 'Terminated');
}

/** Nobody hears the user from here on, even where the engine fails. */
function leaveBoth(desk: TransferDesk, initialId: string) {
  const { log, stage } = desk;
  const engineCall = stage.engineCalls.get(initialId);
  try {
    engineCall?.openMicrophone(false);
    engineCall?.hangUp();
  } catch (cause) {
    log('error', 'TERMINATE_FAILED', { sessionId: initialId, cause: String(cause) });
    if (stage.call(initialId)?.state === 'Transferring') decide(desk, initialId, 'TransferFailed');
    else stage.go(initialId, 'Terminated');
  }
}
