import { type Kysely, sql } from 'kysely';

/**
 * Whoever could sign in before there was a setup of the app does without it; who was invited and never came begins with it.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`update users set settings = settings || '{"onboarding": {"completed": true, "path": null}}'
    where password_hash is not null`.execute(db);
}
