import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { User, UserChange } from '@sidetone/contract/entities/user.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { inTurn } from '#platform/in-turn.ts';

/** Changes arrive in the order in which they were made: the last one counts. */
const turns = inTurn<void>();

/**
 * Changes the signed-in user's record, shown immediately. A refused change is taken back and logged (specification 8),
 * and `onRefused` gets the reason. Resolves to whether it was saved.
 */
export async function changeOwnUser(
  me: User,
  change: UserChange,
  onRefused: (code: ApiErrorCode) => void,
): Promise<boolean> {
  const shown = patchLive(phoneQueries.me, me.id, change as Partial<User>);
  try {
    await confirmed([shown], () =>
      turns.run(me.id, async () => void (await call(sessionRoutes.updateUser, { body: change }))),
    );
    return true;
  } catch (cause) {
    console.warn('[settings] the record was not changed:', codeOf(cause));
    onRefused(codeOf(cause));
    return false;
  }
}
