import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

interface OfAccount {
  readonly accountId: string;
  readonly roomId: string;
  readonly groupId: string;
}

/** A conference room of the account, and a paging group. */
export async function plantRoom(db: Database, { accountId, roomId, groupId }: OfAccount): Promise<void> {
  await db.deleteFrom('channels').where('account_id', '=', accountId).where('type', '=', 'room').execute();
  await sql`insert into channels (id, account_id, type, name, follow_up_time)
    values (${roomId}, ${accountId}, 'room', 'Board', 0)`.execute(db);
  await sql`insert into conference_rooms
    (channel_id, account_id, pin_sealed, most_people, announces, waits_for_moderator)
    values (${roomId}, ${accountId}, '', 20, true, false)`.execute(db);
  await db.deleteFrom('paging_groups').where('account_id', '=', accountId).execute();
  await sql`insert into paging_groups (id, account_id, name, number, longest_seconds, all_may_page)
    values (${groupId}, ${accountId}, 'Shop', '7', 120, true)`.execute(db);
}
