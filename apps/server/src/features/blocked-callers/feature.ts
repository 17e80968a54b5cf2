import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { liveSource, topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import { answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { block, type ChangedBy, readBlocked, unblock } from './blocked-callers.ts';
import { changeSettings, dismiss, forgetOldMarks, mark, ownMarks, readNuisance, unmark } from './nuisance.ts';

/** Callers whose calls from outside are refused: a list of each account, and one of each user for their own channel. */
export const blockedCallersFeature = (db: Database): Feature => ({
  answers: [
    answer(routes.blockCaller, async (asked) => await block(db, byOf(asked), false, asked.body)),
    answer(routes.unblockCaller, async (asked) => {
      await unblock(db, byOf(asked), false, asked.params.blockedId);
      return {};
    }),
    answer(routes.nuisanceMarks, async (asked) => ({ numbers: [...(await ownMarks(db, byOf(asked)))] })),
    answer(routes.markNuisance, async (asked) => await mark(db, byOf(asked), asked.params.number)),
    answer(routes.unmarkNuisance, async (asked) => {
      await unmark(db, byOf(asked), asked.params.number);
      return {};
    }),
    answer(routes.nuisanceCallers, async ({ caller }) => await readNuisance(db, caller.accountId)),
    answer(routes.changeNuisanceSettings, async (asked) => await changeSettings(db, byOf(asked), asked.body)),
    answer(routes.dismissNuisance, async (asked) => {
      await dismiss(db, byOf(asked), asked.params.number);
      return {};
    }),
    answer(routes.blockCallerForAll, async (asked) => await block(db, byOf(asked), true, asked.body)),
    answer(routes.unblockCallerForAll, async (asked) => {
      await unblock(db, byOf(asked), true, asked.params.blockedId);
      return {};
    }),
  ],
  sweeps: [{ name: 'old marks of nuisance calls', run: () => forgetOldMarks(db) }],
  sources: [
    liveSource<typeof liveQueries.blockedCallers>({
      query: liveQueries.blockedCallers,
      authorize: async () => true,
      topics: ({ accountId }) => [topic('blocked_callers', 'account_id', accountId)],
      rows: ({ accountId, userId }) => readBlocked(db, { accountId, ownerUserId: userId }),
    }),
    adminSource<typeof liveQueries.adminBlockedCallers>(db, {
      query: liveQueries.adminBlockedCallers,
      topics: ({ accountId }) => [topic('blocked_callers', 'account_id', accountId)],
      rows: ({ accountId }) => readBlocked(db, { accountId, ownerUserId: null }),
    }),
  ],
});

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): ChangedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
