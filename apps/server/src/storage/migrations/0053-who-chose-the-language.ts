import { type Kysely, sql } from 'kysely';

/**
 * Whether a user's language was chosen by somebody, and when. Null in `locale_chosen_at` means that nobody has: until
 * somebody does, the language follows the browser that the user signs in with. Users who can sign in already keep theirs as a choice.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table users add column locale_chosen_at timestamptz`.execute(db);
  await sql`update users set locale_chosen_at = created_at where password_hash is not null`.execute(db);
}
