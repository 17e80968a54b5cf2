import { type Kysely, sql } from 'kysely';

/**
 * Administrators of every company may name registrars of SIP accounts, so each account says how far what was named may
 * lead: `public` is the internet and what the operator named, `everywhere` also the server's own network. Those that are
 * there already were named on the operator's command line.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table phones add column reaches text not null default 'everywhere'
    check (reaches in ('public', 'everywhere'))`.execute(db);
  await sql`alter table phones alter column reaches set default 'public'`.execute(db);
}
