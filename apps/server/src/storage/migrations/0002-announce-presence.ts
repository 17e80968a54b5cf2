import { type Kysely, sql } from 'kysely';

/**
 * Presence follows from open legs, and how to call somebody from extensions, so their changes are announced as well.
 * No live query shows these rows themselves, so they carry no `rev`.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create trigger announce after insert or update or delete on legs
    for each row execute function announce_row('user_id')`.execute(db);
  await sql`
    create trigger announce after insert or update or delete on extensions
    for each row execute function announce_row('account_id')`.execute(db);
}
