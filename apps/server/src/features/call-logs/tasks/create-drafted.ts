import { isGranted } from '../../../requests/grants.ts';
import type { Writer } from '../../../storage/writer.ts';
import { newEntry } from '../ledger/entries.ts';
import { wakeSources } from '../ledger/wake.ts';
import { type LoggedCall, mayLogCalls } from '../log/call.ts';
import { sourcesOf } from '../log/sources.ts';
import { loggedTo } from '../log/stored.ts';
import type { CallLogParts } from '../parts.ts';
import { taskProblems } from './check-task.ts';
import { lockDraft } from './draft.ts';

/**
 * Has the follow-up task of a log that was closed created in its CRM, by users or by the server: once, and only after the
 * call. A draft that is not complete stays a draft, and so does one whose writer no longer has the grant CALL_TASKS.
 * SPROD-015, SLOG-019 to -021
 */
export async function createDrafted(
  { jobs, crm, secret }: Pick<CallLogParts, 'jobs' | 'crm' | 'secret'>,
  trx: Writer,
  call: LoggedCall,
): Promise<void> {
  if (call.endedAt === null) return;
  const task = await lockDraft(trx, call);
  if (task === null) return;
  if (!(await mayLogCalls(trx, call.accountId))) return;
  if (!(await isGranted(trx, { userId: task.created_by }, 'CALL_TASKS'))) return;
  const source = (await sourcesOf(trx, crm, call.accountId)).find(({ name }) => name === task.source);
  if (!source) return;
  const entities = (await loggedTo(trx, call)).filter((one) => one.source === task.source).length;
  if (taskProblems({ type: task.type, dueDay: task.due_day, entities, now: new Date() }).length > 0) return;
  await newEntry(trx, await secret(), {
    accountId: call.accountId,
    source: source.name,
    kind: 'task',
    channelId: call.channelId,
    sessionId: call.sessionId,
    unit: 'main',
    tenant: source.tenant,
    actor: task.created_by,
    remoteNumber: call.remoteNumber,
    skipReason: null,
  });
  await wakeSources(jobs, trx, call.accountId, [source.name]);
}
