import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import type { Question } from '../ConfirmDialog.tsx';
import type { useRun } from '../run.ts';

/** What an action of the menu of a user is given. */
export interface ItemProps {
  user: AdminUser;
  ask: (question: Question) => void;
  act: (...what: Parameters<ReturnType<typeof useRun>['run']>) => Promise<void>;
}
