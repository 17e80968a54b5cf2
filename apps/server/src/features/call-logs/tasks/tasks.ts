import type { CallTask } from '@sidetone/contract/entities/call-log.ts';
import { requireGrant } from '../../../requests/grants.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { ownCall, requireMayLog } from '../log/call.ts';
import { readTask } from '../log/log-document.ts';
import { type Source, sourcesOf } from '../log/sources.ts';
import { lockLog, makeLog, type OfCall } from '../log/stored.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { isCreated, lockDraft } from './draft.ts';
import { checkDraft, enterTask } from './enter-task.ts';

type Ground = Pick<CallLogParts, 'db' | 'jobs' | 'crm' | 'secret'>;

type Draft = Pick<CallTask, 'integrationId' | 'type' | 'title' | 'content' | 'dueDay' | 'dueTime'>;
/** What is given of a draft; what is not stays as it is. */
type TaskChange = { readonly [Field in keyof Draft]?: Draft[Field] | undefined };

/**
 * Makes or changes the draft of a follow-up task. Throws like `openLog`, FORBIDDEN without the grant CALL_TASKS, CONFLICT once
 * it is created.
 */
export async function changeTask(ground: Ground, asker: Asker, of: OfCall, change: TaskChange): Promise<CallTask> {
  await ground.db.transaction().execute(async (trx) => {
    const call = await mayMakeTasks(trx, asker, of);
    await makeLog(trx, call);
    await requireDraft(trx, of);
    const before = await trx
      .selectFrom('call_tasks')
      .selectAll()
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .executeTakeFirst();
    const source = await sourceOf(ground, trx, asker, change.integrationId, before?.source);
    const zone = await zoneOf(trx, asker.accountId);
    const set = {
      source: source.name,
      // A type belongs to its CRM.
      type: change.type !== undefined ? change.type : source.name === before?.source ? before.type : null,
      title: change.title ?? before?.title ?? '',
      content: change.content ?? before?.content ?? '',
      due_day: change.dueDay ?? before?.due_day ?? todayIn(zone),
      due_time: change.dueTime !== undefined ? change.dueTime : (before?.due_time ?? null),
    };
    await trx
      .insertInto('call_tasks')
      .values({ channel_id: of.channelId, session_id: of.sessionId, ...set, time_zone: zone, created_by: asker.userId })
      .onConflict((conflict) => conflict.columns(['channel_id', 'session_id']).doUpdateSet(set))
      .execute();
  });
  return await requireTask(ground.db, asker, of);
}

/** Throws away the draft of a task; nothing happens where there is none. CONFLICT once it is created. */
export async function removeTask({ db }: Ground, asker: Asker, of: OfCall): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await mayMakeTasks(trx, asker, of);
    // A task that is created at this moment holds the log.
    await lockLog(trx, of);
    await requireDraft(trx, of);
    await trx
      .deleteFrom('call_tasks')
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .execute();
  });
}

/**
 * Has the task of a call created in its CRM, once. Throws `Refusal` NOT_FOUND without a draft (SLOG-021), VALIDATION_FAILED
 * without a type (SLOG-019) or a record of its CRM (SLOG-020), or with a day that is over, CONFLICT once it is created.
 */
export async function createTask(ground: Ground, asker: Asker, of: OfCall): Promise<CallTask> {
  await ground.db.transaction().execute(async (trx) => {
    const call = await mayMakeTasks(trx, asker, of);
    await lockLog(trx, of);
    const task = await lockDraft(trx, of);
    await requireDraft(trx, of);
    if (!task) throw notFound('task of this call');
    const checked = await checkDraft(ground, trx, call, task);
    if (checked.is === 'disconnected') throw notFound('integration');
    if (checked.is === 'incomplete')
      throw new Refusal('VALIDATION_FAILED', 'The task is not complete.', { issues: checked.problems });
    await enterTask(ground, trx, call, { source: checked.source, actor: asker.userId });
  });
  return await requireTask(ground.db, asker, of);
}

async function mayMakeTasks(trx: Writer, asker: Asker, of: OfCall) {
  const call = await ownCall(trx, asker, of.channelId, of.sessionId);
  await requireMayLog(trx, asker, call);
  await requireGrant(trx, asker, 'CALL_TASKS');
  return call;
}

/** A task is created once; what is changed afterwards is changed in the CRM. */
async function requireDraft(trx: Writer, of: OfCall): Promise<void> {
  if (await isCreated(trx, of)) throw new Refusal('CONFLICT', 'The task is in the CRM already.');
}

/** The CRM that was named, else the one of the draft, else the first that has tasks. SPERM-019 */
async function sourceOf(
  { crm }: Ground,
  trx: Writer,
  { accountId }: Asker,
  integrationId: string | undefined,
  name: string | undefined,
): Promise<Source> {
  const sources = (await sourcesOf(trx, crm, accountId)).filter(({ form }) => form.hasTasks);
  const found =
    integrationId !== undefined
      ? sources.find((one) => one.integrationId === integrationId)
      : (sources.find((one) => one.name === name) ?? sources[0]);
  if (!found) throw notFound('integration with tasks');
  return found;
}

async function zoneOf(trx: Writer, accountId: string): Promise<string> {
  const row = await trx.selectFrom('accounts').select('time_zone').where('id', '=', accountId).executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}

/** The day there now, as yyyy-MM-dd. SLOG-024 */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

async function requireTask(db: Writer, { accountId }: Asker, of: OfCall): Promise<CallTask> {
  const [task] = await readTask(db, accountId, of);
  if (!task) throw notFound('task of this call');
  return task;
}
