import { isGranted } from '../../../requests/grants.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type LoggedCall, mayLogCalls } from '../log/call.ts';
import type { CallLogParts } from '../parts.ts';
import { lockDraft } from './draft.ts';
import { checkDraft, enterTask } from './enter-task.ts';

/**
 * Has the follow-up task of a log that was closed created in its CRM, by users or by the server: once, and only after the
 * call. A draft that is not complete stays a draft, and so does one whose writer no longer has the grant CALL_TASKS.
 * SPROD-015, SLOG-019 to -021
 */
export async function createDrafted(
  ground: Pick<CallLogParts, 'jobs' | 'crm' | 'secret'>,
  trx: Writer,
  call: LoggedCall,
): Promise<void> {
  if (call.endedAt === null) return;
  const task = await lockDraft(trx, call);
  if (task === null) return;
  if (!(await mayLogCalls(trx, call.accountId))) return;
  if (!(await isGranted(trx, { userId: task.created_by }, 'CALL_TASKS'))) return;
  const checked = await checkDraft(ground, trx, call, task);
  if (checked.is === 'complete') await enterTask(ground, trx, call, { source: checked.source, actor: task.created_by });
}
