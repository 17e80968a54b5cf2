import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Database } from '../../storage/database.ts';
import { assign } from './assignments.ts';
import { createSet, deleteSet, updateSet } from './sets.ts';

/** The caller's own questions; nobody else's can be seen or changed. */
export const smartAnswerRoutes = (db: Database): Answer[] => [
  answer(routes.createSmartAnswerSet, ({ caller, body }) => createSet(db, caller, body)),
  answer(routes.updateSmartAnswerSet, ({ caller, params, body }) => updateSet(db, caller, params.setId, body)),
  answer(routes.deleteSmartAnswerSet, async ({ caller, params, query }) => {
    await deleteSet(db, caller, params.setId, query.rev);
    return {};
  }),
  answer(routes.assignSmartAnswerSet, ({ caller, params, body }) => assign(db, caller, params, body.setId)),
  answer(routes.unassignSmartAnswerSet, ({ caller, params }) => assign(db, caller, params, null)),
];
