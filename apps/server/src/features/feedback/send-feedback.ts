import { randomUUID } from 'node:crypto';
import type { FeedbackBody } from '@sidetone/contract/entities/feedback.ts';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { feedbackMaxImageBytes, feedbackPerDay } from '@sidetone/contract/rules/limits.ts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText, storableText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';

/** Sent again within this time it is the same, since its reply was lost. */
const sameWithin = sql`interval '10 minutes'`;

/**
 * Keeps a feedback with the files that its author uploaded before. Throws `Refusal` VALIDATION_FAILED for files that are
 * not theirs, were sent already or are together too large, TOO_MANY_ATTEMPTS for too many in a day.
 */
export async function sendFeedback(db: Database, caller: Caller, body: FeedbackBody): Promise<{ id: string }> {
  const { description, subject: about, email, imageUrls, logfileUrl, name: _known, ...facts } = body;
  const [text, subject] = [storableText(description), storableText(about)];
  const images = imageUrls.map(assetIdOf);
  const log = logfileUrl === null ? null : assetIdOf(logfileUrl);
  return await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute();
    const before = await sentBefore(trx, { userId: caller.userId, text, subject }, images.length, log === null ? 0 : 1);
    if (before) return before;
    await limitPerDay(trx, 'feedback', caller.userId);
    await checkAssets(trx, caller, 'image', images);
    if (log !== null) await checkAssets(trx, caller, 'log', [log]);
    const id = randomUUID();
    const { accountId: account_id, userId: user_id } = caller;
    await trx
      .insertInto('feedback')
      .values({ id, account_id, user_id, subject, text, email, facts: jsonText(facts) })
      .execute();
    const assets = log === null ? images : [...images, log];
    if (assets.length > 0) {
      await trx.updateTable('user_assets').set({ feedback_id: id }).where('id', 'in', assets).execute();
    }
    return { id };
  });
}

/**
 * The same feedback of a moment ago: the same words with as many pictures and logs, which an app that heard no answer uploads
 * again. With more or fewer of them it is another one, and none of its files is lost.
 */
async function sentBefore(
  trx: Kysely<Schema>,
  { userId, text, subject }: { userId: string; text: string; subject: string },
  images: number,
  logs: number,
): Promise<{ id: string } | undefined> {
  const filesOf = (eb: ExpressionBuilder<Schema, 'feedback'>, kind: 'image' | 'log') =>
    eb
      .selectFrom('user_assets')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('user_assets.feedback_id', '=', 'feedback.id')
      .where('user_assets.kind', '=', kind);
  return await trx
    .selectFrom('feedback')
    .select('id')
    .where('user_id', '=', userId)
    .where('text', '=', text)
    .where('subject', '=', subject)
    .where('at', '>', sql<Date>`now() - ${sameWithin}`)
    .where((eb) => eb(filesOf(eb, 'image'), '=', images))
    .where((eb) => eb(filesOf(eb, 'log'), '=', logs))
    .orderBy('at', 'desc')
    .executeTakeFirst();
}

/** Throws `Refusal` TOO_MANY_ATTEMPTS for someone who sent more than anyone has to say in a day. */
export async function limitPerDay(
  trx: Kysely<Schema>,
  table: 'feedback' | 'call_feedback',
  userId: string,
): Promise<void> {
  const { count } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (Number(count) >= feedbackPerDay) {
    throw new Refusal('TOO_MANY_ATTEMPTS', 'Too much feedback in a day.', { retryAfterSeconds: 60 * 60 });
  }
}

const assetPath = `${apiBase}${routes.asset.path.replace('{assetId}', '')}`;

/** The file that an address names, by whatever name of this server it was reached. */
function assetIdOf(url: string): string {
  const { pathname } = new URL(url);
  const id = pathname.startsWith(assetPath) ? pathname.slice(assetPath.length) : '';
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new Refusal('VALIDATION_FAILED', 'That is no file of this server.');
  return id;
}

async function checkAssets(
  trx: Kysely<Schema>,
  caller: Caller,
  kind: 'image' | 'log',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('user_assets')
    .select('bytes')
    .where('id', 'in', ids)
    .where('user_id', '=', caller.userId)
    .where('account_id', '=', caller.accountId)
    .where('kind', '=', kind)
    .where('feedback_id', 'is', null)
    // They may be just as old as what was never sent, which the sweep deletes.
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new Refusal('VALIDATION_FAILED', 'These files cannot be sent.');
  const sum = rows.reduce((total, { bytes }) => total + Number(bytes), 0);
  if (kind === 'image' && sum > feedbackMaxImageBytes) {
    throw new Refusal('VALIDATION_FAILED', 'The pictures are too large in total.');
  }
}
