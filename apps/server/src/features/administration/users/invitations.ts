import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import type { Throttle } from '../../../identity/throttle.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';
import { removePerson, type UserDesk, userToChange } from './users.ts';

/**
 * Invites a person again; the older link stops working. Throws `Refusal` NOT_FOUND, CONFLICT for someone who has come
 * in or is deactivated, TOO_MANY_ATTEMPTS.
 */
export async function resendInvitation(
  desk: UserDesk & { throttle: Throttle },
  by: Administrator,
  userId: string,
): Promise<MadeLink> {
  return await sendNew(desk, by, userId, 'invitation');
}

/**
 * A link by which a person chooses another password; the old one works until then. Throws `Refusal` NOT_FOUND, CONFLICT
 * for someone who never came in or is deactivated, TOO_MANY_ATTEMPTS.
 */
export async function makeResetLink(
  desk: UserDesk & { throttle: Throttle },
  by: Administrator,
  userId: string,
): Promise<MadeLink> {
  return await sendNew(desk, by, userId, 'reset');
}

/**
 * Takes an invitation back and removes the person who never came. Throws `Refusal` NOT_FOUND, CONFLICT for someone who
 * accepted.
 */
export const withdrawInvitation = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { email, has_come_in: hasComeIn } = await userToChange(trx, by, userId);
    if (hasComeIn) throw new Refusal('CONFLICT', 'This user has already accepted the invitation.');
    await removePerson(trx, userId, note);
    await note('invitation.revoked', userId, { email });
  });

const sendNew = async (
  { db, post, place, throttle }: UserDesk & { throttle: Throttle },
  by: Administrator,
  userId: string,
  kind: 'invitation' | 'reset',
): Promise<MadeLink> => {
  // Never taken back: each link counts, so that nobody's mailbox is filled by a click.
  // Only for this user: a whole company is invited by one administrator within minutes.
  await throttle.attempt(`link ${userId}`, `${by.userId ?? 'command line'} ${userId}`);
  const link = await administer(db, by, async (trx, note) => {
    const { email, has_come_in: hasComeIn, deactivated_at: deactivatedAt } = await userToChange(trx, by, userId);
    if (deactivatedAt) throw new Refusal('CONFLICT', 'This user is deactivated.');
    if (kind === 'invitation' && hasComeIn) {
      throw new Refusal('CONFLICT', 'This user has accepted the invitation. Create a link for a new password instead.');
    }
    if (kind === 'reset' && !hasComeIn) {
      throw new Refusal('CONFLICT', 'This user has not come in yet. Send the invitation again instead.');
    }
    const made = await post.make(trx, { kind, accountId: by.accountId, userId, madeBy: by.userId });
    await note(kind === 'invitation' ? 'invitation.sent' : 'passwordReset.created', userId, { email });
    return made;
  });
  return await post.send(link, place);
};
