import { createHash } from 'node:crypto';
import { userPicturePath } from '@sidetone/contract/rules/user-picture.ts';
import type { Caller } from '../../requests/callers.ts';
import { Lasting } from '../../requests/download.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import type { CleanPicture } from './bad-picture.ts';

/** Makes it the picture of a user, in the place of the one before. Gives its address. */
export async function keepPicture(db: Database, { userId, accountId }: Caller, picture: CleanPicture): Promise<string> {
  const { type, bytes } = picture;
  const digest = createHash('sha256').update(bytes).digest('hex');
  const address = userPicturePath(userId, digest);
  await db.transaction().execute(async (trx) => {
    // Two pages of one person may send at the same moment.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    await trx.deleteFrom('user_pictures').where('user_id', '=', userId).execute();
    const row = { user_id: userId, account_id: accountId, digest, content_type: type, bytes };
    await trx.insertInto('user_pictures').values(row).execute();
    await trx.updateTable('users').set({ avatar_url: address }).where('id', '=', userId).execute();
  });
  return address;
}

/** Takes the picture of a user away, within the caller's transaction. False where there is no such user in the account. */
export async function dropPicture(trx: Writer, accountId: string, userId: string): Promise<boolean> {
  // The user before the picture, as `keepPicture` does: neither waits for the other in a circle.
  const changed = await trx
    .updateTable('users')
    .set({ avatar_url: null })
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await trx.deleteFrom('user_pictures').where('user_id', '=', userId).execute();
  return true;
}

/** The picture of a colleague at its address. Throws `Refusal` NOT_FOUND for those of other accounts, and of before. */
export async function findPicture(
  db: Database,
  { accountId }: Caller,
  { userId, digest }: { userId: string; digest: string },
): Promise<Lasting> {
  const row = await db
    .selectFrom('user_pictures')
    .select(['bytes', 'content_type'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (!row) throw notFound('picture');
  return new Lasting(row.bytes, row.content_type);
}
