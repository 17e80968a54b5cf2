import { type Kysely, sql } from 'kysely';

/**
 * The AI features of calls are among what new people may use, and people have them who have everything else that new
 * people had so far.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table users alter column grants set default '{CONTACT_READ,CONTACT_WRITE,CALL_BOOSTS}'`.execute(db);
  await sql`
    update users set grants = array_append(grants, 'CALL_BOOSTS')
      where grants @> '{CONTACT_READ,CONTACT_WRITE}' and not 'CALL_BOOSTS' = any(grants)
  `.execute(db);
}
