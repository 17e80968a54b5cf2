import { type Kysely, sql } from 'kysely';

/** Services that speak texts, and what an announcement says, so that it can be changed and spoken again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ai_connections drop constraint if exists ai_connections_purpose_check`.execute(db);
  await sql`alter table ai_connections add constraint ai_connections_purpose_check
    check (purpose in ('language', 'speech', 'voice'))`.execute(db);
  await sql`alter table announcements add column said_text text, add column said_language text,
    add constraint said_in_a_language check ((said_text is null) = (said_language is null)
      and said_language in ('de', 'en') and length(said_text) <= 2000)`.execute(db);
}
