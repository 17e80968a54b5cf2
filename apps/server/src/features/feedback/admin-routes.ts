import { Readable } from 'node:stream';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Streamed } from '../../requests/download.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { AssetFiles } from './asset-files.ts';
import { inPortions, readCallFeedback, readFeedback } from './read-feedback.ts';
import { removeFeedback } from './remove-feedback.ts';
import { callFeedbackTable, feedbackTable } from './write-table.ts';

type Table = 'feedback' | 'call_feedback';

/** Feedback as the administrators of an account deal with it. */
export function adminFeedbackRoutes({ db, files }: { db: Database; files: AssetFiles }): Answer[] {
  /** A feedback of the caller's account. Throws `Refusal` NOT_FOUND. */
  const mark = async (table: Table, { accountId, userId }: Caller, id: string, done: boolean) => {
    const [changed] = await db
      .updateTable(table)
      .set(done ? { done_at: new Date(), done_by: userId } : { done_at: null, done_by: null })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('id')
      .execute();
    if (!changed) throw notFound('feedback');
    return {};
  };
  const remove = async (table: Table, { accountId, userId }: Caller, id: string, address: string) => {
    const removed = await removeFeedback({ db, files }, table, accountId, id, (trx) =>
      audit(trx, { accountId, actorUserId: userId, action: 'feedback.removed', target: id, address }),
    );
    if (!removed) throw notFound('feedback');
    return {};
  };
  return [
    answer(routes.changeFeedback, ({ caller, params, body }) => mark('feedback', caller, params.feedbackId, body.done)),
    answer(routes.changeCallFeedback, ({ caller, params, body }) =>
      mark('call_feedback', caller, params.feedbackId, body.done),
    ),
    answer(routes.removeFeedback, ({ caller, params, address }) =>
      remove('feedback', caller, params.feedbackId, address),
    ),
    answer(routes.removeCallFeedback, ({ caller, params, address }) =>
      remove('call_feedback', caller, params.feedbackId, address),
    ),
    answer(routes.exportFeedback, async ({ caller, query, address }) => {
      const { accountId, userId: actorUserId } = caller;
      const text =
        query.of === 'product'
          ? feedbackTable(inPortions((limit, after) => readFeedback(db, accountId, limit, after)))
          : callFeedbackTable(inPortions((limit, after) => readCallFeedback(db, accountId, limit, after)));
      await audit(db, { accountId, actorUserId, action: 'feedback.exported', detail: { of: query.of }, address });
      return new Streamed(Readable.from(text), 'text/csv; charset=utf-8', `feedback-${query.of}.csv`);
    }),
  ];
}
