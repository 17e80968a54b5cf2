import { queueBoardRoutes as routes } from '@sidetone/contract/http/queue-board-routes.ts';
import { holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { mayWatch } from './read-board.ts';

/** The exchange as far as boards steer it. */
export interface CallBackControl {
  dismissCallBack(name: { readonly channelId: string; readonly docId: string }): Promise<boolean>;
  restoreCallBack(name: { readonly channelId: string; readonly docId: string }): Promise<boolean>;
}

/** Callers who are to be called back: members of the queue and those who administer queues may dismiss them, and undo that. */
export function queueBoardAnswers(db: Database, control: CallBackControl | undefined): Answer[] {
  const steer = async (
    caller: Caller,
    address: string | null,
    { channelId, docId }: { readonly channelId: string; readonly docId: string },
    what: 'dismissCallBack' | 'restoreCallBack',
  ) => {
    if (!(await mayWatch(db, { ...caller, isOutside: !holdsRole(caller, 'queues') }, channelId)))
      throw notFound('channel');
    const isDone = await control?.[what]({ channelId, docId });
    if (!isDone) throw new Refusal('CONFLICT', 'Nobody waits there for a call any longer.');
    const { accountId, userId: actorUserId } = caller;
    const action = what === 'dismissCallBack' ? 'queue.callBackDismissed' : 'queue.callBackRestored';
    await audit(db, { accountId, actorUserId, address, action, target: channelId, detail: { docId } });
    return {};
  };
  return [
    answer(routes.dismissCallBack, ({ caller, params, address }) => steer(caller, address, params, 'dismissCallBack')),
    answer(routes.restoreCallBack, ({ caller, params, address }) => steer(caller, address, params, 'restoreCallBack')),
  ];
}
