import { type Kysely, sql } from 'kysely';

/** Who gets reports of calls by email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_settings (
    account_id text primary key references accounts on delete cascade,
    rhythm text not null check (rhythm in ('off', 'daily', 'monthly')),
    emails text[] not null default '{}',
    language text not null check (language in ('de', 'en')),
    -- Periods that ended before are not mailed.
    since timestamptz not null default now(),
    rev bigint not null default 0)`.execute(db);
  await sql`create trigger touch before insert or update on report_settings
    for each row execute function touch_row()`.execute(db);
}
