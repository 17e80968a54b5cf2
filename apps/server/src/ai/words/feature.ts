import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { liveSource, topic } from '../../documents/live-source.ts';
import { answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { type AskedBy, readWords, wordsFor, writeWords } from './word-list.ts';

/** The words that transcripts of an account are to spell right, for everyone of it who has AI features. SAPI-059 */
export const customWordsFeature = (db: Database): Feature => ({
  answers: [
    answer(routes.customWords, (asked) => wordsFor(db, byOf(asked), asked.params.accountId)),
    answer(routes.writeCustomWords, (asked) => writeWords(db, byOf(asked), asked.params.accountId, asked.body)),
  ],
  sources: [
    liveSource<typeof liveQueries.customWords>({
      query: liveQueries.customWords,
      authorize: ({ userId }) => mayEdit(db, userId),
      accessTopics: ({ userId }) => [topic('users', 'id', userId)],
      sharedBy: ({ accountId }) => accountId,
      topics: ({ accountId }) => [topic('custom_words', 'account_id', accountId)],
      rows: async ({ accountId }) => [{ id: accountId, ...(await readWords(db, accountId)) }],
    }),
  ],
});

async function mayEdit(db: Database, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select(['grants', 'admin']).where('id', '=', userId).executeTakeFirst();
  return hasGrant(row, 'CALL_BOOSTS');
}

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): AskedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
