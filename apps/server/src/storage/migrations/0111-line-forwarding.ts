import { type Kysely, sql } from 'kysely';

/** Where the calls of a private channel go when its owner does not take them, as `line-forwarding.ts` of the contract has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channels add column forwarding jsonb not null default '{}'`.execute(db);
}
