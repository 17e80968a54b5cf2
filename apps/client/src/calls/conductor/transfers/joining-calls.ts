import { sessionIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { CallError } from '../../engine/call-error.ts';
import type { TransferDesk } from './transfer-desk.ts';

/**
 * Joins the other sides of two calls that came one after the other, and leaves both. Throws `CallError`; what was not
 * joined then continues.
 */
export async function joinCalls({ stage, handed, log }: TransferDesk, id: string, otherId: string): Promise<void> {
  const [call, other] = [stage.call(id), stage.call(otherId)];
  const [engineCall, otherEngineCall] = [stage.engineCalls.get(id), stage.engineCalls.get(otherId)];
  const talk = call?.state === 'Established' && other?.state === 'Established';
  if (!talk || id === otherId || !engineCall || !otherEngineCall || stage.store.getState().transfer !== null) {
    throw new CallError('INVALID_STATE_ERROR');
  }
  // From here on the end of the other call is settled together with this one's.
  handed.set(id, otherId);
  stage.change(id, { transferredTo: other.remote?.name ?? other.number });
  try {
    // One that was picked up has the session in which it rang, which its event names.
    await engineCall.joinWith(sessionIdOf(other.docId) ?? otherId);
  } catch (cause) {
    handed.delete(id);
    stage.change(id, { transferredTo: null });
    if (stage.released.has(otherEngineCall)) stage.go(otherId, 'Terminated');
    log('error', 'calls not joined', { sessionId: id, otherId, cause: String(cause) });
    throw cause instanceof CallError ? cause : new CallError('TRANSFER_FAILED', cause);
  }
}
