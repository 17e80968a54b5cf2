import { createHash } from 'node:crypto';
import type { AiConnectionOptions } from '@sidetone/contract/entities/ai-connection.ts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import type { Service } from './plan.ts';
import { ProviderFailure } from './providers/failure.ts';
import type { UsableConnection } from './providers/usable-connection.ts';
import type { CallToDocument } from './read-call.ts';

/** A request to a service about a call. */
interface Run {
  readonly step: 'transcribe' | 'document' | 'answers';
  /** What makes the request another one: which piece, which transcript. */
  readonly about: string;
  readonly connection: UsableConnection;
}

/** What a request used and gave. */
interface Ended {
  /** A code. */
  readonly outcome: string;
  readonly audioSeconds?: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly prompt?: string;
  readonly points?: number;
  readonly dropped?: number;
}

/** Whether a service computes outside of this server, so that its calls count. */
const isOutside = ({ kind }: Pick<UsableConnection, 'kind'>): boolean => kind !== 'local';

/** What a service is for the plan of a call. */
export function serviceOf(connection: UsableConnection | null): Service {
  if (connection === null) return 'none';
  return isOutside(connection) ? 'outside' : 'local';
}

/**
 * Writes down that a service is going to be asked about a call; null where the account may ask about no other call this month. The count
 * of the month is locked until that is decided, so that calls that end together never get past the limit; a call counts once.
 */
export async function beginRun(db: Database, call: CallToDocument, run: Run): Promise<string | null> {
  const { accountId, channelId, docId, userId, month, limit } = call;
  const { connection, step, about } = run;
  const counted = isOutside(connection);
  return await db.transaction().execute(async (trx) => {
    if (counted && !(await count(trx, { accountId, channelId, docId, month, limit }))) return null;
    const { id } = await trx
      .insertInto('ai_runs')
      .values({
        account_id: accountId,
        user_id: userId,
        channel_id: channelId,
        doc_id: docId,
        step,
        key: runKey(call, step, about),
        call: callMark(call),
        connection_id: connection.id,
        kind: connection.kind,
        model: connection.model,
        counted,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/**
 * Writes down that a service is going to be asked a question about calls. It is in the ledger and costs no call of the
 * month; which calls it is about is written nowhere.
 */
export async function beginChatRun(
  db: Database,
  asked: { readonly accountId: string; readonly userId: string; readonly id: string },
  connection: UsableConnection,
): Promise<string> {
  const { id } = await db
    .insertInto('ai_runs')
    .values({
      account_id: asked.accountId,
      user_id: asked.userId,
      step: 'chat',
      key: keyOf(['chat', asked.id]),
      connection_id: connection.id,
      kind: connection.kind,
      model: connection.model,
      counted: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The mark of requests of a step about the same part of a call. */
export const runKey = (
  { channelId, docId }: Pick<CallToDocument, 'channelId' | 'docId'>,
  step: Run['step'],
  about: string,
): string => keyOf([step, channelId, docId, about]);

/** The same for the same request. Nobody reads out of it which call that was, for the row outlives the call. */
const keyOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24);
/** Tells a call from another one without leading to it. */
const callMark = ({ channelId, docId }: Pick<CallToDocument, 'channelId' | 'docId'>): string =>
  createHash('sha256').update(`${channelId} ${docId}`).digest('hex').slice(0, 24);

async function count(
  trx: Writer,
  {
    accountId,
    channelId,
    docId,
    month,
    limit,
  }: Pick<CallToDocument, 'accountId' | 'channelId' | 'docId' | 'month' | 'limit'>,
): Promise<boolean> {
  await trx
    .insertInto('ai_usage')
    .values({ account_id: accountId, month })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { calls } = await trx
    .selectFrom('ai_usage')
    .select('calls')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (await isCounted(trx, { channelId, docId })) return true;
  if (limit !== null && calls >= limit) return false;
  await trx
    .updateTable('ai_usage')
    .set({ calls: sql<number>`calls + 1` })
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute();
  return true;
}

/** Whether a call counts in its month: a service outside of this server was asked about it. */
const isCounted = async (
  db: Writer,
  { channelId, docId }: Pick<CallToDocument, 'channelId' | 'docId'>,
): Promise<boolean> =>
  (await db
    .selectFrom('ai_runs')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .where('counted', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a call counts, and no other one may be asked about this month. */
export async function usedUpMonth(db: Writer, call: CallToDocument): Promise<boolean> {
  if (call.limit === null || !(await isCounted(db, call))) return false;
  return (await callsOfMonth(db, call.accountId, call.month)) >= call.limit;
}

/** Writes down what came of a request. */
export async function endRun(db: Writer, id: string, connection: UsableConnection, ended: Ended): Promise<void> {
  const { prices } = connection.options;
  await db
    .updateTable('ai_runs')
    .set({
      ended_at: sql<Date>`now()`,
      outcome: ended.outcome,
      audio_seconds: ended.audioSeconds ?? null,
      tokens_in: ended.tokensIn ?? null,
      tokens_out: ended.tokensOut ?? null,
      prompt: ended.prompt ?? null,
      points: ended.points ?? null,
      dropped: ended.dropped ?? null,
      price: prices && priceOf(prices, ended),
      currency: prices?.currency ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** What the ledger says of a request that failed: the problem of its service, else whether it was called off. */
export function outcomeOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProviderFailure) return error.problem;
  return signal.aborted ? 'aborted' : 'failed';
}

/** In millionths of a unit of the currency. */
const priceOf = (prices: NonNullable<AiConnectionOptions['prices']>, ended: Ended): number =>
  Math.round(
    ((ended.audioSeconds ?? 0) / 60) * (prices.perAudioMinute ?? 0) +
      ((ended.tokensIn ?? 0) / 1e6) * (prices.perMillionTokensIn ?? 0) +
      ((ended.tokensOut ?? 0) / 1e6) * (prices.perMillionTokensOut ?? 0),
  );

/** Calls of which services were asked this month, where the account is. */
export async function callsOfMonth(db: Writer, accountId: string, month: string): Promise<number> {
  const row = await db
    .selectFrom('ai_usage')
    .select('calls')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.calls ?? 0;
}

/** Whether another call of the account may be asked about, or this one was already. */
export async function hasQuotaLeft(db: Writer, call: CallToDocument): Promise<boolean> {
  if (call.limit === null) return true;
  return (await isCounted(db, call)) || (await callsOfMonth(db, call.accountId, call.month)) < call.limit;
}

/** Tells transcripts apart. */
export const fingerprintOf = (lines: readonly { readonly speaker: number; readonly text: string }[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ speaker, text }) => [speaker, text])))
    .digest('hex')
    .slice(0, 24);
