import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { User, UserChange } from '@sidetone/contract/entities/user.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { patchLive } from '#live/live.ts';

/**
 * Changes the signed-in person's record, shown at once. What the server did not take is taken back and goes to the log alone
 * (specification 8). Gives whether it was taken.
 */
export async function changeOwnUser(me: User, change: UserChange): Promise<boolean> {
  const takeBack = patchLive(phoneQueries.me, me.id, change as Partial<User>);
  try {
    await call(sessionRoutes.updateUser, { body: change });
    return true;
  } catch (cause) {
    takeBack();
    console.warn('[settings] the record was not changed:', codeOf(cause));
    return false;
  }
}
