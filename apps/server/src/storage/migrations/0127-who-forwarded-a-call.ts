import { type Kysely, sql } from 'kysely';

/** What a trunk is told of calls that are forwarded to the outside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trunks add column forwarded_as text not null default 'own'
      check (forwarded_as in ('own', 'diversion', 'caller'))`.execute(db);
}
