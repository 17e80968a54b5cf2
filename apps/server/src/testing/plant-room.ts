import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

interface OfAccount {
  readonly accountId: string;
  readonly roomId: string;
}

/** A conference room of the account. */
export async function plantRoom(db: Database, { accountId, roomId }: OfAccount): Promise<void> {
  await db.deleteFrom('channels').where('account_id', '=', accountId).where('type', '=', 'room').execute();
  await sql`insert into channels (id, account_id, type, name, follow_up_time)
    values (${roomId}, ${accountId}, 'room', 'Board', 0)`.execute(db);
  await sql`insert into conference_rooms
    (channel_id, account_id, pin_sealed, most_people, announces, waits_for_moderator)
    values (${roomId}, ${accountId}, '', 20, true, false)`.execute(db);
}
