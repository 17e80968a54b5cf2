import type { Writer } from '../../../storage/writer.ts';
import { newEntry } from '../ledger/entries.ts';
import { wakeSources } from '../ledger/wake.ts';
import type { LoggedCall } from '../log/call.ts';
import { type Source, sourcesOf } from '../log/sources.ts';
import { loggedTo } from '../log/stored.ts';
import type { CallLogParts } from '../parts.ts';
import { taskProblems } from './check-task.ts';
import type { lockDraft } from './draft.ts';

type Draft = NonNullable<Awaited<ReturnType<typeof lockDraft>>>;

/** A draft that can be created, what it misses, or that its CRM is not connected any longer. */
type Checked =
  | { readonly is: 'complete'; readonly source: Source }
  | { readonly is: 'incomplete'; readonly problems: ReturnType<typeof taskProblems> }
  | { readonly is: 'disconnected' };

/** Whether a locked draft can be created in its CRM. SLOG-019, SLOG-020 */
export async function checkDraft(
  { crm }: Pick<CallLogParts, 'crm'>,
  trx: Writer,
  call: LoggedCall,
  task: Draft,
): Promise<Checked> {
  const source = (await sourcesOf(trx, crm, call.accountId)).find(({ name }) => name === task.source);
  if (!source) return { is: 'disconnected' };
  const entities = (await loggedTo(trx, call)).filter((one) => one.source === task.source).length;
  const problems = taskProblems({ type: task.type, dueDay: task.due_day, entities, now: new Date() });
  return problems.length > 0 ? { is: 'incomplete', problems } : { is: 'complete', source };
}

/** Enters the task of a call into the ledger, and has it created in its CRM. `actor`: whose task it is. */
export async function enterTask(
  { jobs, secret }: Pick<CallLogParts, 'jobs' | 'secret'>,
  trx: Writer,
  call: LoggedCall,
  { source, actor }: { readonly source: Source; readonly actor: string },
): Promise<void> {
  await newEntry(trx, await secret(), {
    accountId: call.accountId,
    source: source.name,
    kind: 'task',
    channelId: call.channelId,
    sessionId: call.sessionId,
    unit: 'main',
    tenant: source.tenant,
    actor,
    remoteNumber: call.remoteNumber,
    skipReason: null,
  });
  await wakeSources(jobs, trx, call.accountId, [source.name]);
}
