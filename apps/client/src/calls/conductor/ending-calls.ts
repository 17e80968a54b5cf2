import type { BeginningCalls } from './beginning-calls.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/** Asks the engine to end a call; the move to its end comes with the engine's last fact. */
export type EndCall = (id: string, how: 'hangUp' | 'declined' | 'busy') => void;

export function createEnding(
  { log, report }: Pick<Parts, 'log' | 'report'>,
  stage: Stage,
  beginning: BeginningCalls,
): EndCall {
  return (id, how) => {
    const engineCall = stage.engineCalls.get(id);
    if (engineCall === undefined) {
      // Its engine has not begun it, so no fact of its end will come.
      beginning.giveUp(id);
      stage.go(id, 'Terminated');
      return;
    }
    try {
      if (how === 'hangUp') engineCall.hangUp();
      else engineCall.refuse(how);
    } catch (error) {
      const problem = how === 'hangUp' ? 'TERMINATE_FAILED' : 'REJECT_FAILED';
      log('error', problem, { sessionId: id, cause: String(error) });
      report(problem);
      // The call is over for this user, whatever the engine says.
      stage.go(id, 'Terminated');
    }
  };
}
