import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../identity/answer.ts';
import type { Database } from '../../storage/database.ts';
import { searchContacts } from './search.ts';

export const contactRoutes = (db: Database): Answer[] => [
  answer(routes.searchContacts, ({ caller, query }) =>
    searchContacts(db, { accountId: caller.accountId, userId: caller.userId, ...query }),
  ),
];
