import type { NewUser } from '@sidetone/contract/entities/admin-user.ts';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { createUser } from '../../../identity/accounts.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Administrator, Note } from '../administer.ts';
import { giveNumber, writeReach } from './reach.ts';
import { newRights, requireMayWrite } from './rights.ts';
import { requireSeat } from './seats.ts';

/**
 * Writes a person of the account with their line, number, department and channels; they cannot sign in without
 * `passwordHash`. Throws `Refusal` USERS_FULL, FORBIDDEN for rights that `by` does not have, CONFLICT for an extension that means something else or a number that leads elsewhere,
 * NOT_FOUND for a number that the account does not have and a channel that is not a shared one of it; what is taken breaks
 * a rule of the tables, which `administer` translates.
 */
export async function addPerson(
  trx: Writer,
  note: Note,
  by: Administrator,
  about: NewUser,
  passwordHash?: string,
): Promise<{ userId: string; channelId: string; extension: string }> {
  const { accountId } = by;
  const { firstName, lastName, email, locale, grants, extension, department } = about;
  await requireSeat(trx, accountId);
  const { admin, roles } = await newRights(trx, by, about);
  await requireMayWrite(trx, by, { userId: null, grants: [] }, { grants });
  const made = await createUser(trx, {
    accountId,
    firstName,
    lastName,
    email,
    locale,
    admin,
    ...(extension === null ? {} : { extension }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    voicemail: await wantsVoicemail(trx, accountId),
  });
  const { userId, channelId } = made;
  await trx.updateTable('users').set({ grants, roles, department }).where('id', '=', userId).execute();
  await note('user.created', userId, {
    firstName,
    lastName,
    email,
    admin,
    ...(roles.length === 0 ? {} : { roles }),
    grants,
    extension: made.extension,
    ...(department === null ? {} : { department }),
  });
  if (about.number !== null) {
    await giveNumber(trx, note, { accountId, channelId }, { number: about.number, path: 'number' });
  }
  if (about.channelIds.length > 0) {
    await writeReach(trx, note, { accountId, userId, channelId }, { channelIds: about.channelIds });
  }
  return made;
}

const wantsVoicemail = async (trx: Writer, accountId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('accounts')
    .select('call_settings')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return callSettings.parse(row.call_settings).voicemailForNewPeople;
};
