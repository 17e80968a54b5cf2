import { type Kysely, sql } from 'kysely';

/** Whether mail of a company goes out is shown live: its account is read again when a mail server comes or goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger announce after insert or update or delete on mail_servers
    for each row execute function announce_row('account_id')`.execute(db);
}
