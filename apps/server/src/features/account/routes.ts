import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../identity/answer.ts';
import type { Database } from '../../storage/database.ts';
import { updateUser } from './update-user.ts';

export const accountRoutes = (db: Database): Answer[] => [
  answer(routes.updateUser, ({ caller, body }) => updateUser(db, caller.userId, body)),
];
