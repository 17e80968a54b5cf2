import type { OneOfManyUsers, UsersChange } from '@sidetone/contract/entities/admin-user.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../administer.ts';
import { changeMemberships, freeNumbers, giveNumber, sharedChannels } from './reach.ts';
import { requireMayWrite } from './rights.ts';
import { userToChange, writeDeactivation, writeReactivation, writeUser } from './users.ts';

/**
 * Changes many people together or not at all. Users who are members of a channel already, or not of one that they were to leave,
 * stay as they are. Throws `Refusal` NOT_FOUND, CONFLICT for the last administrator or a number that leads elsewhere; its
 * issues name the person by their place, as in `users.2.addNumbers`.
 */
export const changeUsers = (db: Database, by: Administrator, users: UsersChange): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const shared = await sharedChannels(trx, by.accountId);
    for (const [at, { userId, change }] of users.entries()) {
      try {
        await changeOne({ trx, note, by, shared }, userId, change);
      } catch (error) {
        throw error instanceof Refusal ? refusedAt(at, error) : error;
      }
    }
  });

interface Desk {
  readonly trx: Writer;
  readonly note: Note;
  readonly by: Administrator;
  /** Ids of the shared channels of the account. */
  readonly shared: ReadonlySet<string>;
}

async function changeOne({ trx, note, by, shared }: Desk, userId: string, change: OneOfManyUsers): Promise<void> {
  const { joinChannelIds = [], leaveChannelIds = [], addNumbers, removeNumbers, isActive, ...fields } = change;
  await userToChange(trx, by, userId);
  if (joinChannelIds.length > 0) {
    await requireMayWrite(trx, by, { userId, grants: [] }, { channelIds: joinChannelIds });
  }
  if (isActive === true) await writeReactivation(trx, note, by, userId);
  if (Object.keys(fields).length > 0) await writeUser(trx, note, by, { userId, change: fields });
  const join = { ids: joinChannelIds, path: 'joinChannelIds' };
  const leave = { ids: leaveChannelIds, path: 'leaveChannelIds' };
  await changeMemberships(trx, note, { accountId: by.accountId, userId }, { shared, join, leave });
  await writeNumbers(trx, note, by, userId, { addNumbers, removeNumbers });
  if (isActive === false) await writeDeactivation(trx, note, by, userId);
}

async function writeNumbers(
  trx: Writer,
  note: Note,
  { accountId }: Administrator,
  userId: string,
  { addNumbers = [], removeNumbers = [] }: Pick<OneOfManyUsers, 'addNumbers' | 'removeNumbers'>,
): Promise<void> {
  if (addNumbers.length === 0 && removeNumbers.length === 0) return;
  const { id: channelId } = await trx
    .selectFrom('channels')
    .select('id')
    .where('owner_user_id', '=', userId)
    .where('type', '=', 'private')
    .executeTakeFirstOrThrow();
  const reached = { accountId, channelId };
  await freeNumbers(trx, note, reached, (number) => removeNumbers.includes(number));
  for (const number of new Set(addNumbers)) await giveNumber(trx, note, reached, { number, path: 'addNumbers' });
}

const refusedAt = (at: number, { code, message, issues, ...rest }: Refusal): Refusal =>
  new Refusal(code, message, {
    cause: rest.cause,
    issues: (issues ?? [{ path: '', message: code }]).map((issue) => ({
      ...issue,
      path: ['users', at, issue.path].filter((part) => part !== '').join('.'),
    })),
  });
