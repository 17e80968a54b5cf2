import { queueBoardRoutes as routes } from '@sidetone/contract/http/queue-board-routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { asRefusal, notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { mayWatch } from './read-board.ts';

interface CallName {
  readonly channelId: string;
  readonly docId: string;
}

/**
 * The exchange as far as supervisors steer it. Each method rejects with an error whose `code` is NO_SUCH_CALL, WRONG_STATE,
 * NOT_ALLOWED or MEDIA_FAILED when it was not carried out.
 */
export interface SupervisionControl {
  supervise(userId: string, call: CallName, asAdministrator: boolean): Promise<void>;
  setSupervision(userId: string, call: CallName, mode: 'listen' | 'whisper' | 'join'): Promise<void>;
  endSupervision(userId: string, call: CallName): Promise<void>;
}

const codes = {
  NO_SUCH_CALL: 'NOT_FOUND',
  WRONG_STATE: 'CONFLICT',
  NOT_ALLOWED: 'FORBIDDEN',
  MEDIA_FAILED: 'UNAVAILABLE',
} as const;

/** Supervisors listen to calls of queues whose board they may watch; whether they may listen as well, the exchange asks. */
export function supervisionAnswers(db: Database, control: SupervisionControl | undefined): Answer[] {
  const steer = async (
    caller: Caller,
    { channelId }: CallName,
    command: (control: SupervisionControl) => Promise<void>,
  ) => {
    if (!(await mayWatch(db, { ...caller, isOutside: !caller.admin }, channelId))) throw notFound('channel');
    if (!control) throw new Refusal('CONFLICT', 'There is no such call any longer.');
    try {
      await command(control);
    } catch (error) {
      throw asRefusal(error, codes);
    }
    return {};
  };
  return [
    answer(routes.superviseCall, ({ caller, params }) =>
      steer(caller, params, (it) => it.supervise(caller.userId, params, caller.admin)),
    ),
    answer(routes.setSupervision, ({ caller, params, body }) =>
      steer(caller, params, (it) => it.setSupervision(caller.userId, params, body.mode)),
    ),
    answer(routes.endSupervision, ({ caller, params }) =>
      steer(caller, params, (it) => it.endSupervision(caller.userId, params)),
    ),
  ];
}
