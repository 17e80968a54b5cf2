import { entityTypes } from '@sidetone/contract/entities/integration.ts';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CrmAccess } from '../../../crm/crm-access.ts';
import { CrmFailure } from '../../../crm/crm-access.ts';
import type { CrmSide, EntityRef } from '../../../crm/crm-side.ts';
import type { Again } from '../../../jobs/job-kind.ts';
import type { Database } from '../../../storage/database.ts';
import { blockAll, postponeAll } from './connection-trouble.ts';
import type { UnitsOf } from './contents.ts';
import type { Entry } from './entries.ts';
import type { RecordMaker } from './make-record.ts';
import { requestTimeoutMs } from './schedule.ts';
import { type Ending, settleAttempt } from './settle.ts';
import { type Attempt, firstDue, type LedgerTimes, takeEntry } from './take.ts';
import { nextDueAt } from './wake.ts';

export interface LedgerParts {
  readonly db: Database;
  readonly crm: CrmAccess;
  readonly records: RecordMaker;
  readonly times: LedgerTimes;
  readonly random: () => number;
  readonly log: Logger;
}

/** One job ends after this, so that a connection with a thousand entries holds nobody else up. */
const shiftMs = 30_000;

/** Does what is due of a connection, and says when it wants to be woken again. */
export async function writeDue(parts: LedgerParts, jobId: string, signal: AbortSignal): Promise<Again | undefined> {
  const [accountId, source] = [jobId.slice(0, jobId.indexOf('/')), jobId.slice(jobId.indexOf('/') + 1)];
  const end = Date.now() + shiftMs;
  let did = false;
  while (!signal.aborted && Date.now() < end) {
    const entry = await firstDue(parts.db, accountId, source);
    if (entry === null) break;
    did = true;
    if (!(await attemptEntry(parts, { ...entry, accountId, source }, signal))) break;
  }
  const next = await nextDueAt(parts.db, accountId, source);
  // What was asked for while this job ran has no job of its own.
  if (next === null) return did ? { againAfterSeconds: 1 } : undefined;
  return { againAfterSeconds: Math.max(0, (next.getTime() - Date.now()) / 1000) };
}

interface Due extends Pick<Entry, 'id' | 'tenant'> {
  readonly accountId: string;
  readonly source: string;
}

/** False where the connection itself is of no use now: all that is due of it waits. */
async function attemptEntry(parts: LedgerParts, due: Due, signal: AbortSignal): Promise<boolean> {
  const { db, crm, log } = parts;
  const connection = await connectionOf(db, due);
  if (connection === null) {
    await blockAll(db, due, { code: 'signedOut', detail: 'This CRM is not connected.' });
    return true;
  }
  const integrationId = connection.id;
  // There the ids of its records mean something else.
  if (due.tenant !== null && connection.tenant !== null && due.tenant !== connection.tenant) {
    await blockAll(db, due, { code: 'otherTenant', detail: 'Another CRM of this vendor is connected now.' }, due.id);
    return true;
  }
  const unitsOf: UnitsOf = (name, entities) => crm.formOf(name)?.unitsOf(entities) ?? [];
  const within = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
  let taken: { readonly attempt: Attempt; readonly side: Pick<CrmSide, 'certainty' | 'lookupLagMs'> } | null = null;
  let ending: Ending | null = null;
  try {
    await crm.use(integrationId, within, async (side) => {
      const attempt = await takeEntry(db, due.id, { side, times: parts.times, unitsOf });
      if (attempt === null) return;
      taken = { attempt, side };
      ending = await request(parts, side, attempt, integrationId, within);
    });
  } catch (error) {
    if (!taken) return await connectionFailed(parts, due, error);
    ending = { kind: 'failed', error };
  }
  if (!taken || !ending) return true;
  const { attempt, side } = taken as { attempt: Attempt; side: Pick<CrmSide, 'certainty' | 'lookupLagMs'> };
  await settleAttempt(db, { attempt, ending, side, now: parts.times.now(), random: parts.random() });
  const said: Ending = ending;
  if (said.kind === 'failed') {
    const code = said.error instanceof CrmFailure ? said.error.code : 'failed';
    log.warn({ entry: due.id, crm: due.source, request: attempt.request, code }, 'crm log: a request failed');
  }
  return true;
}

/** Nothing was taken: it could not even be opened. */
async function connectionFailed(parts: LedgerParts, due: Due, error: unknown): Promise<boolean> {
  if (!(error instanceof CrmFailure)) throw error;
  const { code, detail } = error;
  if (error.causeIf(true) === 'blocked') await blockAll(parts.db, due, { code, detail });
  else
    await postponeAll(parts.db, due, {
      code,
      detail,
      retryAfterSeconds: error.retryAfterSeconds,
      random: parts.random(),
    });
  parts.log.warn({ crm: due.source, accountId: due.accountId, code }, 'crm log: a connection cannot be used');
  return false;
}

async function connectionOf(db: Database, { accountId, source }: Due) {
  const row = await db
    .selectFrom('integrations')
    .select(['id', 'tenant'])
    .where('account_id', '=', accountId)
    .where('name', '=', source)
    .where('state', 'in', ['CONNECTING', 'CONNECTED'])
    .executeTakeFirst();
  return row ?? null;
}

/** Sends what was taken. Rejects as the CRM's side does. */
async function request(
  { records }: LedgerParts,
  side: CrmSide,
  { entry, request: kind, contents }: Attempt,
  integrationId: string,
  signal: AbortSignal,
): Promise<Ending> {
  if (kind === 'remove') {
    await side.remove({ id: entry.external_id ?? '', url: entry.external_url }, signal);
    return { kind: 'removed' };
  }
  if (contents === null) throw new Error('An entry without contents was taken.');
  if (contents.kind === 'task') {
    const task = await records.task(side, integrationId, contents, entry, signal);
    if (kind === 'find') return foundOr(await side.findTask(task, entry.key, signal));
    return { kind: 'written', written: await side.createTask(task, entry.key, signal) };
  }
  const call = await records.call(side, integrationId, contents, entry, signal);
  const unit = { name: entry.unit, entities: contents.entities, removed: removedOf(entry, contents.entities) };
  if (kind === 'find') return foundOr(await side.find(unit, call, entry.key, signal));
  if (kind === 'write') return { kind: 'written', written: await side.write(unit, call, entry.key, signal) };
  const there = { id: entry.external_id ?? '', url: entry.external_url };
  const changed = await side.change(there, unit, call, entry.key, signal);
  return changed === 'gone' ? { kind: 'gone' } : { kind: 'written', written: changed };
}

const foundOr = (found: Awaited<ReturnType<CrmSide['find']>>): Ending =>
  found === null ? { kind: 'absent' } : { kind: 'written', written: found };

/** What the record was written to before, and the log no longer has. */
const removedOf = ({ written_to: before }: Entry, now: readonly EntityRef[]): EntityRef[] =>
  z
    .array(z.object({ type: z.enum(entityTypes), id: z.string() }))
    .catch([])
    .parse(before)
    .filter((one) => !now.some(({ type, id }) => type === one.type && id === one.id));
