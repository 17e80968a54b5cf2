import type { AdminUser, UsersChange } from '@sidetone/contract/entities/admin-user.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import type { ApiError } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { nameOf } from '../directory.ts';
import { useRun } from '../run.ts';
import { refusedUser, undoOf } from './bulk-changes.ts';

/** Changes many users, at most `mostUsersChanged`, all or none; the toast offers to take it back. Gives whether it was done. */
export function useBulk(): {
  change: (users: readonly AdminUser[], changes: UsersChange) => Promise<boolean>;
  busy: boolean;
} {
  const { t } = useWords();
  const { run, busy } = useRun();
  const write = async (changes: UsersChange) => {
    await call(adminUserRoutes.changeUsers, { body: { users: changes } });
    return true;
  };
  const change = async (users: readonly AdminUser[], changes: UsersChange) => {
    const back = undoOf(users, changes);
    const whose = (of: UsersChange) => (error: ApiError) => {
      const user = refusedUser(users, of, error.issues);
      return user && nameOf(user);
    };
    const said = {
      title: t(($) => $.admin.people.bulk.done, { count: changes.length }),
      action: {
        label: t(($) => $.app.undo),
        run: () => void run(() => write(back), { title: t(($) => $.admin.saved) }, whose(back)),
      },
    };
    const done = await run(() => write(changes), said, whose(changes));
    return done === true;
  };
  return { change, busy };
}
