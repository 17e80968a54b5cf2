import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useRefusal } from '../use-refusal.ts';
import { needsHandover } from '../users/made-link.ts';
import { patiently } from './patiently.ts';
import type { Invitee } from './people-rows.ts';

/** Invites people one after the other, patiently, and says in words what the server refuses. */
export function useInvite() {
  const { language } = useWords();
  const inWords = useRefusal();
  const invite = async ({
    firstName,
    lastName,
    email,
    admin,
    extension,
    number,
  }: Invitee): Promise<{ link: MadeLink | null } | { refusal: string }> => {
    const body = { firstName, lastName, email, admin, extension, number, locale: language };
    try {
      const { invitation } = await patiently(() => call(adminUserRoutes.createUser, { body }));
      return { link: invitation && needsHandover(invitation) ? invitation : null };
    } catch (error) {
      return { refusal: inWords(error) };
    }
  };
  /** Gives an existing user their number; the problem in words, or null. */
  const giveNumber = async (userId: string, number: string): Promise<string | null> => {
    try {
      await call(adminUserRoutes.changeUser, { params: { userId }, body: { numbers: [number] } });
      return null;
    } catch (error) {
      return inWords(error);
    }
  };
  return { invite, giveNumber };
}
