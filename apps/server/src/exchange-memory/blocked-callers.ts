import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { emergencyNumbers } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';

/** A call from outside: which lists it meets, and who calls. */
interface CallFromOutside {
  readonly accountId: string;
  /** The owner of the private channel that was called; null for a shared one. */
  readonly ownerUserId: string | null;
  /** In E.164; null: withheld. */
  readonly number: string | null;
}

/** An entry that refuses a call, or asks its caller for a key. */
interface Block {
  readonly id: string;
  readonly by: 'company' | 'user';
  /** The number or prefix of the entry; null: it refuses anonymous callers. */
  readonly number: string | null;
  /** Anonymous callers are let in with a key. */
  readonly asks: boolean;
}

/** How long refused calls are counted in memory before they are written: a caller who never rests costs one statement each time. */
const writesAfterMs = 2000;

/** Emergency services call back: for this long after an emergency call no caller is refused, whatever number they show. */
const calledBackMinutes = 120;

const e164Form = /^\+[1-9][0-9]{1,14}$/;

/**
 * The entry that a call meets: one that refuses before one that asks, the company's before the user's, the longest number
 * first; null for none. Calls from the
 * own numbers of the account are never refused, whatever prefix they begin with, and nobody is while somebody of the account
 * may be called back who called for help.
 */
export async function blockOf(
  db: Database,
  { accountId, ownerUserId, number }: CallFromOutside,
): Promise<Block | null> {
  if (number !== null && !e164Form.test(number)) return null;
  const { rows } = await sql<{ id: string; user_id: string | null; number: string; asks: boolean }>`
    select id, user_id, number, asks from blocked_callers
    where account_id = ${accountId} and (user_id is null or user_id = ${ownerUserId}) and ${matches(number)}
      and not exists (select from numbers where e164 = ${number} and account_id = ${accountId})
    order by asks, user_id is not null, length(number) desc limit 1`.execute(db);
  const [row] = rows;
  if (!row || (await hasCalledForHelp(db, accountId))) return null;
  const { id, asks, number: kept } = row;
  return { id, by: row.user_id === null ? 'company' : 'user', number: kept === '' ? null : kept, asks };
}

/** Asked only of a call that would be refused. */
async function hasCalledForHelp(db: Database, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) return false;
  const { country, emergency = [] } = numberPlaceOf(account.country, account.area_code, account.number_plan);
  const { rows } = await sql<{ called: boolean }>`
    select exists (select from inbox_events
      where inbox_events.account_id = ${accountId} and inbox_events.direction = 'OUTGOING'
        and left(inbox_events.remote_phone_number, 64) = any(${[...emergencyNumbers(country), ...emergency]}::text[])
        and inbox_events.started_at > now() - ${calledBackMinutes} * interval '1 minute') as called`.execute(db);
  return rows[0]?.called === true;
}

function matches(number: string | null): RawBuilder<boolean> {
  if (number === null) return sql`(number = '' and kind = 'anonymous')`;
  const beginnings = Array.from({ length: number.length - 1 }, (_, at) => number.slice(0, at + 2));
  return sql`number = any(${beginnings}::text[]) and (kind = 'prefix' or (kind = 'number' and number = ${number}))`;
}

/** The lists of blocked callers as the exchange asks for them. */
export function blockedCallers(db: Database, log: Pick<Logger, 'warn'>, pauseMs = writesAfterMs) {
  let counted = new Map<string, { times: number; last: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const count = (id: string, times: number, last: Date) => {
    const before = counted.get(id);
    counted.set(id, {
      times: (before?.times ?? 0) + times,
      last: before !== undefined && before.last > last ? before.last : last,
    });
  };

  async function write(): Promise<void> {
    const taken = counted;
    counted = new Map();
    if (taken.size === 0) return;
    const lines = [...taken].map(([id, { times, last }]) => ({ id, times, last: last.toISOString() }));
    try {
      await sql`update blocked_callers
        set refused = refused + line.times, last_refused_at = greatest(last_refused_at, line.last)
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id text, times integer, last timestamptz)
        where blocked_callers.id = line.id`.execute(db);
    } catch (error) {
      for (const [id, { times, last }] of taken) count(id, times, last);
      log.warn({ err: error }, 'blocked callers: counting refused calls failed, trying later');
    }
  }

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    /** What the lists do with this call; a refused one is counted. Rejects where the database does not answer. */
    async judges(call: CallFromOutside): Promise<'refused' | 'proof' | null> {
      const block = await blockOf(db, call);
      if (block === null) return null;
      if (block.asks) return 'proof';
      count(block.id, 1, new Date());
      timer ??= setTimeout(() => void flush(), pauseMs).unref();
      return 'refused';
    },

    isCalledBack: (accountId: string) => hasCalledForHelp(db, accountId),

    /** Writes down what was counted. */
    stop: flush,
  };
}
