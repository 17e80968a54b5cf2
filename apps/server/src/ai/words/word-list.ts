import { type CustomWord, type CustomWords, customWordList } from '@sidetone/contract/entities/feature.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';

const grant = 'CALL_BOOSTS';

/** The user who asks, and from where. */
export interface AskedBy extends Pick<Caller, 'userId' | 'accountId'> {
  readonly address: string;
}

/** The list of an account: empty, with revision 0, before its first word. */
export async function readWords(db: Writer, accountId: string): Promise<CustomWords> {
  const row = await db.selectFrom('custom_words').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? { words: customWordList.parse(row.words), rev: Number(row.rev) } : { words: [], rev: 0 };
}

/** The words that are on, in their order. */
export async function enabledWords(db: Writer, accountId: string): Promise<readonly string[]> {
  const { words } = await readWords(db, accountId);
  return words.filter(({ enabled }) => enabled).map(({ value }) => value);
}

/** The list for one of its account. Throws `Refusal` FORBIDDEN without the grant, NOT_FOUND for another account. */
export async function wordsFor(db: Database, by: AskedBy, accountId: string): Promise<CustomWords> {
  if (accountId !== by.accountId) throw notFound('account');
  return await db.transaction().execute(async (trx) => {
    await requireGrant(trx, by, grant);
    return await readWords(trx, accountId);
  });
}

/**
 * Writes the whole list over the one with this revision, with a line in the audit log that has no word of it. Throws
 * `Refusal` FORBIDDEN without the grant, NOT_FOUND for another account, CONFLICT where somebody has written since.
 */
export async function writeWords(
  db: Database,
  by: AskedBy,
  accountId: string,
  { words, rev }: CustomWords,
): Promise<CustomWords> {
  if (accountId !== by.accountId) throw notFound('account');
  return await db.transaction().execute(async (trx) => {
    await requireGrant(trx, by, grant);
    // Nobody else writes meanwhile, the first list included.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
    const before = await readWords(trx, accountId);
    if (before.rev !== rev) throw new Refusal('CONFLICT', 'Someone else has changed the words.');
    if (jsonText(before.words) === jsonText(words)) return before;
    const written = await trx
      .insertInto('custom_words')
      .values({ account_id: accountId, words: jsonText(words) })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ words: jsonText(words) }))
      .returning('rev')
      .executeTakeFirstOrThrow();
    await audit(trx, {
      accountId,
      actorUserId: by.userId,
      address: by.address,
      action: 'ai.wordsChanged',
      target: accountId,
      detail: {
        words: { from: before.words.length, to: words.length },
        wordsOn: { from: countOn(before.words), to: countOn(words) },
      },
    });
    return { words, rev: Number(written.rev) };
  });
}

const countOn = (words: readonly CustomWord[]): number => words.filter(({ enabled }) => enabled).length;
