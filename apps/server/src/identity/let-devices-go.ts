import { sql } from 'kysely';
import type { Writer } from './accounts.ts';

/**
 * The content of `password_sealed` where nobody has the password of an app extension, so that no answer to a challenge
 * fits: the next user who may read it gets a new one.
 */
export const noPassword = Buffer.alloc(0);

/** Lets a device go at once, wherever it is registered; it may come back if it still may. */
export async function letGo(trx: Writer, endpointIds: readonly string[]): Promise<void> {
  for (const id of endpointIds) {
    const notice = JSON.stringify({ table: 'endpoints', keys: { id } });
    await sql`select pg_notify('changes', ${notice})`.execute(trx);
  }
}

/**
 * Takes the password of a user's app extensions from everybody who has it, and lets the apps go: whoever was signed in once
 * could ring and call with it for ever. Apps that are still signed in read the next one, and are back in a moment.
 */
export async function withdrawAppPasswords(trx: Writer, userId: string): Promise<void> {
  const withdrawn = await trx
    .updateTable('endpoints')
    .set({ password_sealed: noPassword })
    .where('user_id', '=', userId)
    .where('kind', '=', 'app')
    .returning('id')
    .execute();
  const ids = withdrawn.map(({ id }) => id);
  // A phone system that starts only later believes what is written here.
  if (ids.length > 0) await trx.deleteFrom('registrations').where('endpoint_id', 'in', ids).execute();
  await letGo(trx, ids);
}
