import { sql } from 'kysely';
import { pino } from 'pino';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Database } from '../../../storage/database.ts';
import { someCompany } from '../../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { recordMaker } from '../ledger/make-record.ts';
import { leaseMs } from '../ledger/schedule.ts';
import { type LedgerParts, writeDue } from '../ledger/worker.ts';
import type { CallLogParts } from '../parts.ts';
import { crmAnswers } from '../records/crm-answers.ts';
import type { PaperCrm } from './paper-crm.ts';

/** The account of `someCompany` may log calls in a CRM on paper, which is connected and knows Iris. */
async function connectPaper(db: Database): Promise<void> {
  const plan = JSON.stringify({ id: 'P', displayName: 'P', integrationGrants: ['CALL_EVENT'] });
  await db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
  await db
    .insertInto('integrations')
    .values({
      id: 'ipaper',
      account_id: 's1',
      name: 'PAPER',
      state: 'CONNECTED',
      last_synced_at: null,
      next_sync_at: null,
    })
    .execute();
  await contact(db, { id: '31', name: 'Iris Imker', relatesTo: [{ type: 'companies', id: '7', label: 'Imkerei' }] });
}

/** A database with the company of `someCompany` and its CRM on paper. */
export async function loggingDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await someCompany(database.db);
  await connectPaper(database.db);
  return database;
}

/** Forgets calls, their logs and entries, and who was named. */
export async function forgetCalls(db: Database): Promise<void> {
  await db.deleteFrom('crm_writes').execute();
  await db.deleteFrom('inbox_events').execute();
  await db.deleteFrom('number_choices').execute();
}

/** A contact of the CRM on paper, as its mirror has it. */
export async function contact(
  db: Database,
  given: {
    readonly id: string;
    readonly name: string;
    readonly type?: 'companies';
    readonly number?: string;
    readonly relatesTo?: readonly object[];
  },
): Promise<void> {
  await db
    .insertInto('contacts')
    .values({
      id: `paper-${given.id}`,
      account_id: 's1',
      source: 'PAPER',
      type: given.type ?? 'contacts',
      name: given.name,
      integration_id: 'ipaper',
      external_id: given.id,
      phone_numbers: '[]',
      e164s: [given.number ?? '+4940111222'],
      relates_to: JSON.stringify(given.relatesTo ?? []),
    })
    .execute();
}

/** A call of Anna's that is over, or goes on; gives its place. */
export async function call(
  db: Database,
  sessionId: string,
  more: {
    readonly channelId?: string;
    readonly direction?: 'INCOMING' | 'OUTGOING';
    readonly seconds?: number | null;
    readonly isOver?: boolean;
    readonly endedSecondsAgo?: number;
    readonly owner?: string | null;
    readonly reason?: string | null;
    readonly remoteNumber?: string;
  } = {},
): Promise<{ channelId: string; sessionId: string }> {
  const { channelId = 'cteam', direction = 'INCOMING', seconds = 83, isOver = true, endedSecondsAgo = 5 } = more;
  const end = new Date(Date.now() - endedSecondsAgo * 1000);
  const start = new Date(end.getTime() - (seconds ?? 0) * 1000 - 4000);
  await db
    .insertInto('inbox_events')
    .values({
      id: `pbx-${sessionId}`,
      account_id: 's1',
      channel_id: channelId,
      session_id: sessionId,
      owner: more.owner === undefined ? 'wanna' : more.owner,
      unresolved: false,
      direction,
      state: isOver ? 'FINISHED' : 'ESTABLISHED',
      on_phone_number: '+4930555011',
      remote_phone_number: more.remoteNumber ?? '+4940111222',
      started_at: start,
      established_at: seconds === null ? null : new Date(start.getTime() + 4000),
      terminated_at: isOver ? end : null,
      terminated_reason: isOver ? (more.reason ?? 'TERMINATED') : null,
      documentation: '{}',
    })
    .execute();
  return { channelId, sessionId };
}

/** Words in the note of a call. */
export const writeNoteOf = (db: Database, sessionId: string, html: string) =>
  db
    .updateTable('inbox_events')
    .set({
      documentation: sql<string>`jsonb_set(documentation, '{note}', ${JSON.stringify({ status: 'success', content: html, revision: 1 })}::jsonb)`,
    })
    .where('session_id', '=', sessionId)
    .execute();

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
const secret = Buffer.alloc(32, 3);
const origin = 'https://phone.example.com';

/** Logs and a ledger that nothing wakes by itself. */
export function loggingWorld(db: Database, crm: PaperCrm) {
  const asked: string[] = [];
  const jobs = {
    enqueue: async (_writer: unknown, _kind: unknown, id: string) => void asked.push(id),
  } as unknown as Jobs;
  const answers = crmAnswers();
  const parts: CallLogParts = { db, jobs, crm, answers, secret: async () => secret, origin, log };
  const ledger: LedgerParts = {
    db,
    crm,
    records: recordMaker(origin, answers),
    times: { now: () => new Date(), leaseMs },
    random: () => 0,
    log,
  };
  return {
    parts,
    ledger,
    /** Connections that were asked to be written. */
    asked,
    work: () => writeDue(ledger, 's1/PAPER', new AbortController().signal),
    /** Lets time pass for everything that waits. */
    async pass(ms: number): Promise<void> {
      crm.pass(ms);
      const back = sql`make_interval(secs => ${ms / 1000})`;
      await sql`update crm_writes set next_try_at = next_try_at - ${back}, lease_until = lease_until - ${back},
        sent_at = sent_at - ${back}, wanted_since = wanted_since - ${back}`.execute(db);
    },
    entries: () => db.selectFrom('crm_writes').selectAll().orderBy('kind').orderBy('created_at').execute(),
  };
}
