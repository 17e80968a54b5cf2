import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { acceptLink, lookUpLink } from '../../../identity/one-time-links.ts';
import type { Throttle } from '../../../identity/throttle.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { changeUsers } from './change-users.ts';
import { forgotPassword } from './forgot-password.ts';
import { makeResetLink, resendInvitation, withdrawInvitation } from './invitations.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import type { LinkPlace, LinkPost } from './send-link.ts';
import { readUsers } from './user-documents.ts';
import { addUser, changeUser, deactivateUser, reactivateUser, removeUser, signOutUser } from './users.ts';

/** People: what their administrators do, and what they do themselves by a link. `linkPlaceAt` says where links lead to. */
export const adminUserRoutes = (deps: {
  db: Database;
  post: LinkPost;
  throttle: Throttle;
  log: Logger;
  linkPlaceAt(origin: string): LinkPlace;
  publicUrl: string | undefined;
}): Answer[] => {
  const { db, post, throttle, log, publicUrl } = deps;
  const deskAt = (origin: string) => ({ db, post, throttle, place: deps.linkPlaceAt(origin) });
  /** A link that does not work counts like a wrong password. */
  const guarded = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const attempt = await throttle.attempt('link', address);
    const result = await work();
    await attempt.succeeded();
    return result;
  };
  return [
    answer(routes.createUser, (asked) => addUser(deskAt(asked.origin), administrator(asked), asked.body)),
    answer(routes.changeUser, async (asked) => {
      await changeUser(db, administrator(asked), asked.params.userId, asked.body);
      return {};
    }),
    ...manyUsersRoutes(db),
    ...signInRoutesOfUsers(db),
    answer(routes.deactivateUser, async (asked) => {
      await deactivateUser(db, administrator(asked), asked.params.userId);
      return {};
    }),
    answer(routes.reactivateUser, async (asked) => {
      await reactivateUser(db, administrator(asked), asked.params.userId);
      return {};
    }),
    answer(routes.removeUser, async (asked) => {
      await removeUser(db, administrator(asked), asked.params.userId);
      return {};
    }),
    answer(routes.makeResetLink, (asked) =>
      makeResetLink(deskAt(asked.origin), administrator(asked), asked.params.userId),
    ),
    answer(routes.resendInvitation, (asked) =>
      resendInvitation(deskAt(asked.origin), administrator(asked), asked.params.userId),
    ),
    answer(routes.withdrawInvitation, async (asked) => {
      await withdrawInvitation(db, administrator(asked), asked.params.userId);
      return {};
    }),
    answer(routes.lookUpLink, ({ body, address }) => guarded(address, () => lookUpLink(db, body.token))),
    answer(routes.acceptLink, ({ body, address }) =>
      guarded(address, async () => {
        const { userId, email } = await acceptLink(db, body.token, body.password, address);
        log.info({ userId }, 'one-time links: password chosen');
        return { email };
      }),
    ),
    answer(routes.forgotPassword, ({ body, address }) =>
      forgotPassword({ db, post, throttle, log, publicUrl }, body.email, address),
    ),
  ];
};

const manyUsersRoutes = (db: Database): Answer[] => [
  answer(routes.listUsers, async ({ caller }) => ({ users: await readUsers(db, caller.accountId) })),
  answer(routes.changeUsers, async (asked) => {
    await changeUsers(db, administrator(asked), asked.body.users);
    return {};
  }),
];

/** What administrators do about how users sign in. */
const signInRoutesOfUsers = (db: Database): Answer[] => [
  answer(routes.signOutUser, (asked) => signOutUser(db, administrator(asked), asked.params.userId)),
  answer(routes.resetSecondFactor, async (asked) => {
    await resetSecondFactor(db, administrator(asked), asked.params.userId);
    return {};
  }),
];
