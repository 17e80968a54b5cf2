import type { AdminUserChange, MadeLink, NewUser } from '@sidetone/contract/entities/admin-user.ts';
import { endSessions } from '../../../identity/end-sessions.ts';
import { hasComeIn } from '../../../identity/has-come-in.ts';
import { hashChosenPassword } from '../../../identity/known-passwords.ts';
import { letGo } from '../../../identity/let-devices-go.ts';
import { requireMayChangeUser } from '../../../requests/admin-rights.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences, type Note } from '../administer.ts';
import { doubtAddresses } from '../company/line-state.ts';
import { forgetTarget } from '../voice-menus/forget-target.ts';
import { addPerson } from './add-person.ts';
import { keepAnAdministrator } from './last-administrator.ts';
import { writeReach } from './reach.ts';
import { requireMayWrite, writeRights } from './rights.ts';
import { requireSeat } from './seats.ts';
import type { LinkPlace, LinkPost } from './send-link.ts';

/** What changes of people work with. `place` is where links lead to. */
export interface UserDesk {
  readonly db: Database;
  readonly post: LinkPost;
  readonly place: LinkPlace;
}

/**
 * Adds a person to the account; without a password they are invited. Throws `Refusal` CONFLICT for a taken e-mail address,
 * extension or number, NOT_FOUND for a number that the account does not have and a channel that is not a shared one of it.
 */
export async function addUser(
  { db, post, place }: UserDesk,
  by: Administrator,
  about: NewUser,
): Promise<{ userId: string; channelId: string; extension: string; invitation: MadeLink | null }> {
  const { password } = about;
  const passwordHash = password === null ? undefined : await hashChosenPassword(password);
  const { made, link } = await administer(db, by, async (trx, note) => {
    if (passwordHash === undefined) return await inviteUser(trx, note, post, { by, about });
    return { made: await addPerson(trx, note, by, about, passwordHash), link: null };
  });
  return { ...made, invitation: link && (await post.send(link, place)) };
}

/** Adds a person and their invitation within a change of the account; `post.send` is left for when it is durable. */
export async function inviteUser(
  trx: Writer,
  note: Note,
  post: LinkPost,
  { by, about }: { readonly by: Administrator; readonly about: NewUser },
) {
  const made = await addPerson(trx, note, by, about);
  const { accountId, userId: madeBy } = by;
  const link = await post.make(trx, { kind: 'invitation', accountId, userId: made.userId, madeBy });
  await note('invitation.created', made.userId, { email: about.email });
  return { made, link };
}

/**
 * Changes a person; what is missing stays. Throws `Refusal` NOT_FOUND, FORBIDDEN for someone who may do more than the one who asks and
 * for rights that they do not have themselves, CONFLICT for a taken e-mail address or the last
 * administrator, and either with a `ReachProblem` for extensions, numbers and channels.
 */
export const changeUser = (db: Database, by: Administrator, userId: string, change: AdminUserChange): Promise<void> =>
  administer(db, by, (trx, note) => writeUser(trx, note, by, { userId, change }));

/** The same within a change of the account. */
export async function writeUser(
  trx: Writer,
  note: Note,
  by: Administrator,
  { userId, change }: { userId: string; change: AdminUserChange },
): Promise<void> {
  const user = await userToChange(trx, by, userId);
  await requireMayWrite(trx, by, { userId, grants: user.grants }, change);
  const { id: channelId } = await trx
    .selectFrom('channels')
    .select('id')
    .where('owner_user_id', '=', userId)
    .where('type', '=', 'private')
    .executeTakeFirstOrThrow();
  await writeReach(trx, note, { accountId: by.accountId, userId, channelId }, change);
  await writeFields(trx, note, user, change);
  await writeRights(trx, note, by, { userId, before: user, wanted: change });
}

/** What has a column of its own, except for rights. */
async function writeFields(
  trx: Writer,
  note: Note,
  user: Awaited<ReturnType<typeof userOf>>,
  change: AdminUserChange,
): Promise<void> {
  const userId = user.id;
  const before = {
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    locale: user.locale,
    grants: user.grants,
    department: user.department,
    emergencyAddress: user.emergency_address,
    limits: (user.outside_calls as { limits?: unknown }).limits ?? null,
  };
  const { firstName, lastName, email, locale, grants, department, emergencyAddress, limits } = change;
  const fields = { firstName, lastName, email, locale, grants, department, emergencyAddress, limits };
  const changed = differences(before, fields);
  if (Object.keys(changed).length === 0) return;
  await trx
    .updateTable('users')
    .set({
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(email === undefined ? {} : { email }),
      ...(locale === undefined ? {} : { locale, locale_chosen_at: new Date() }),
      ...(grants === undefined ? {} : { grants }),
      ...(department === undefined ? {} : { department }),
      ...(emergencyAddress === undefined ? {} : { emergency_address: emergencyAddress && jsonText(emergencyAddress) }),
      ...(limits === undefined ? {} : { outside_calls: JSON.stringify({ ...user.outside_calls, limits }) }),
    })
    .where('id', '=', userId)
    .execute();
  if (changed['email']) await endMailedLinks(trx, userId);
  for (const [action, fields] of auditedFields) {
    const detail = Object.fromEntries(
      Object.entries(changed).filter(([field]) => (fields as readonly string[]).includes(field)),
    );
    if (Object.keys(detail).length > 0) await note(action, userId, detail);
  }
  if (changed['emergencyAddress']) await doubtAddresses(trx, note, user.account_id);
}

/** A link that went to the old address must not open the account any more; an invitation passed on by hand still may. */
const endMailedLinks = async (trx: Writer, userId: string): Promise<void> => {
  await trx
    .deleteFrom('one_time_links')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('kind', '=', 'reset'), eb('delivery', 'in', ['pending', 'sent'])]))
    .execute();
};

const auditedFields = [
  ['user.changed', ['firstName', 'lastName', 'locale', 'department', 'emergencyAddress']],
  ['user.emailChanged', ['email']],
  ['user.grantsChanged', ['grants']],
  ['limits.changed', ['limits']],
] as const satisfies readonly (readonly [string, readonly string[]])[];

/**
 * Keeps a person from signing in: their sessions end, their devices are let go, their links stop working, and nothing
 * rings for them. Doing it again changes nothing. Throws `Refusal` NOT_FOUND, CONFLICT for the last administrator.
 */
export const deactivateUser = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, (trx, note) => writeDeactivation(trx, note, by, userId));

/** The same within a change of the account. */
export async function writeDeactivation(trx: Writer, note: Note, by: Administrator, userId: string): Promise<void> {
  const user = await userToChange(trx, by, userId);
  if (user.deactivated_at) return;
  await keepAnAdministrator(trx, by.accountId, userId);
  await trx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId).execute();
  await trx.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
  await endSessions(trx, userId);
  await letGo(trx, await endpointsOf(trx, userId));
  await note('user.deactivated', userId);
}

/** Lets a deactivated person back in. Doing it again changes nothing. Throws `Refusal` NOT_FOUND, USERS_FULL. */
export const reactivateUser = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, (trx, note) => writeReactivation(trx, note, by, userId));

/** The same within a change of the account. */
export async function writeReactivation(trx: Writer, note: Note, by: Administrator, userId: string): Promise<void> {
  const user = await userToChange(trx, by, userId);
  if (!user.deactivated_at) return;
  await requireSeat(trx, by.accountId);
  await trx.updateTable('users').set({ deactivated_at: null }).where('id', '=', userId).execute();
  await note('user.activated', userId);
}

/**
 * Deletes a person for good, with their private channel, its calls and their devices. Throws `Refusal` NOT_FOUND, CONFLICT
 * for someone who is still active.
 */
export const removeUser = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const user = await userToChange(trx, by, userId);
    if (!user.deactivated_at && user.has_come_in) {
      throw new Refusal('CONFLICT', 'Deactivate this user first.');
    }
    await removePerson(trx, userId, note);
    await note('user.removed', userId, { firstName: user.first_name, lastName: user.last_name, email: user.email });
  });

/** Ends every session of a person everywhere; gives how many. Throws `Refusal` NOT_FOUND. */
export const signOutUser = (db: Database, by: Administrator, userId: string): Promise<{ ended: number }> =>
  administer(db, by, async (trx, note) => {
    await userToChange(trx, by, userId);
    const ended = await endSessions(trx, userId);
    await note('signIn.allEnded', userId, { ended });
    return { ended };
  });

/** Someone of this account. Throws `Refusal` NOT_FOUND. */
export async function userOf(trx: Writer, accountId: string, userId: string) {
  const user = await trx
    .selectFrom('users')
    .selectAll()
    .select(hasComeIn.as('has_come_in'))
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  return user;
}

/** The same for someone who is to be changed. Throws `Refusal` FORBIDDEN, too, for someone who may do more than the one who asks. */
export async function userToChange(trx: Writer, by: Administrator, userId: string) {
  const user = await userOf(trx, by.accountId, userId);
  await requireMayChangeUser(trx, by, user);
  return user;
}

/** Removes the rows of a person, which ends the registrations of their devices. `note` gets what else changes by it. */
export async function removePerson(trx: Writer, userId: string, note: Note): Promise<void> {
  await endSessions(trx, userId);
  const own = await trx
    .selectFrom('channels')
    .select(['id', 'account_id'])
    .where('owner_user_id', '=', userId)
    .execute();
  for (const { id: channelId, account_id: accountId } of own) {
    await forgetTarget(trx, note, { accountId, channelId, callsTo: null });
  }
  await trx.deleteFrom('users').where('id', '=', userId).execute();
}

const endpointsOf = async (trx: Writer, userId: string): Promise<string[]> => {
  const rows = await trx.selectFrom('endpoints').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
};
