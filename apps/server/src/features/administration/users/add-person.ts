import type { NewUser } from '@sidetone/contract/entities/admin-user.ts';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { createUser } from '../../../identity/accounts.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Administrator, Note } from '../administer.ts';
import { giveNumber } from './reach.ts';

/**
 * Writes a person of the account with their line, number, department and channels; they cannot sign in without
 * `passwordHash`. Throws `Refusal` CONFLICT for an extension that means something else or a number that leads elsewhere,
 * NOT_FOUND for a number that the account does not have and a channel that is not a shared one of it; what is taken breaks
 * a rule of the tables, which `administer` translates.
 */
export async function addPerson(
  trx: Writer,
  note: Note,
  { accountId }: Pick<Administrator, 'accountId'>,
  about: NewUser,
  passwordHash?: string,
): Promise<{ userId: string; channelId: string; extension: string }> {
  const { firstName, lastName, email, locale, admin, grants, extension, department } = about;
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
  await trx.updateTable('users').set({ grants, department }).where('id', '=', userId).execute();
  await note('user.created', userId, {
    firstName,
    lastName,
    email,
    admin,
    grants,
    extension: made.extension,
    ...(department === null ? {} : { department }),
  });
  if (about.number !== null) {
    await giveNumber(trx, note, { accountId, channelId }, { number: about.number, path: 'number' });
  }
  for (const sharedId of new Set(about.channelIds)) await join(trx, note, { accountId, userId, channelId: sharedId });
  return made;
}

async function join(
  trx: Writer,
  note: Note,
  { accountId, userId, channelId }: { accountId: string; userId: string; channelId: string },
): Promise<void> {
  const joined = await trx
    .insertInto('channel_members')
    .columns(['channel_id', 'user_id'])
    .expression((shared) =>
      shared
        .selectFrom('channels')
        .select(['channels.id', (eb) => eb.val(userId).as('user_id')])
        .where('channels.id', '=', channelId)
        .where('channels.account_id', '=', accountId)
        .where('channels.type', '=', 'acd'),
    )
    .executeTakeFirst();
  if (joined.numInsertedOrUpdatedRows === 0n) {
    throw new Refusal('NOT_FOUND', 'No such channel.', { issues: [{ path: 'channelIds', message: 'channelUnknown' }] });
  }
  await note('channel.memberAdded', channelId, { userId });
}

const wantsVoicemail = async (trx: Writer, accountId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('accounts')
    .select('call_settings')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return callSettings.parse(row.call_settings).voicemailForNewPeople;
};
