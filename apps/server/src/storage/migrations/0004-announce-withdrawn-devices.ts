import { type Kysely, sql } from 'kysely';

/** Whoever removes a device, the server's own command line included, the exchange hears of it and lets it go at once. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create trigger announce after delete on endpoints
    for each row execute function announce_row('id')`.execute(db);
}
