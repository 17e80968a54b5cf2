import type { Database } from '../storage/database.ts';
import { CommandError } from './command.ts';

export interface FoundUser {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/** The person with this e-mail address or extension. Throws `CommandError` when there is none, or more than one. */
export async function findUser(db: Database, emailOrExtension: string): Promise<FoundUser> {
  const byExtension = /^\d{1,5}$/.test(emailOrExtension);
  const users = await db
    .selectFrom('users')
    .leftJoin('channels', 'channels.owner_user_id', 'users.id')
    .leftJoin('extensions', 'extensions.channel_id', 'channels.id')
    .select(['users.id', 'users.account_id', 'users.email', 'users.first_name', 'users.last_name'])
    .distinct()
    .where('users.deactivated_at', 'is', null)
    .where((user) =>
      byExtension
        ? user('extensions.extension', '=', emailOrExtension)
        : user(user.fn<string>('lower', ['users.email']), '=', emailOrExtension.toLowerCase()),
    )
    .execute();
  const [user, other] = users;
  if (!user) {
    throw new CommandError(`No user has the ${byExtension ? 'extension' : 'address'} ${emailOrExtension}.`);
  }
  if (other)
    throw new CommandError(`More than one person has the extension ${emailOrExtension}; use the email address.`);
  return {
    id: user.id,
    accountId: user.account_id,
    email: user.email,
    name: `${user.first_name} ${user.last_name}`.trim(),
  };
}
