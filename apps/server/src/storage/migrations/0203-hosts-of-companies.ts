import { type Kysely, sql } from 'kysely';

/** A company may have an address of its own for this server. The host belongs to one company alone, whatever its port. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column public_url text, add column host text,
    add constraint accounts_host_of_url check ((public_url is null) = (host is null)),
    add constraint accounts_host_plain check (host = lower(host))`.execute(db);
  await sql`create unique index accounts_host on accounts (host) where host is not null`.execute(db);
}
