import { sql } from 'kysely';
import type { Writer } from '../storage/writer.ts';

/** The content of `password_sealed` where an earlier release took the password from an app: it has no secret then. */
export const noPassword = Buffer.alloc(0);

/** Lets a device go at once, wherever it is registered; it may come back if it still may. */
export async function letGo(trx: Writer, endpointIds: readonly string[]): Promise<void> {
  for (const id of endpointIds) {
    const notice = JSON.stringify({ table: 'endpoints', keys: { id } });
    await sql`select pg_notify('changes', ${notice})`.execute(trx);
  }
}

/**
 * Says that sign-ins of these users ended: the SIP passwords of their apps are no longer valid, and the phone system ends
 * what rings or is connected with them. Apps of other sign-ins stay as they are.
 */
export async function letEndedAppsGo(db: Writer, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const apps = await db
    .selectFrom('endpoints')
    .select('id')
    .where('user_id', 'in', [...userIds])
    .where('kind', '=', 'app')
    .execute();
  const ids = apps.map(({ id }) => id);
  if (ids.length === 0) return;
  // A phone system that starts only later believes what is written here. Pages have to come again in any case.
  await db
    .deleteFrom('registrations')
    .where('endpoint_id', 'in', ids)
    .where('transport', 'not in', ['ws', 'wss'])
    .execute();
  for (const id of ids) {
    const notice = JSON.stringify({ table: 'endpoints', keys: { sign_in_of: id } });
    await sql`select pg_notify('changes', ${notice})`.execute(db);
  }
}
