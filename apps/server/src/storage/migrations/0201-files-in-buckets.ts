import { type Kysely, sql } from 'kysely';

/**
 * Where files lie in a bucket, each of them is known here: what waits on the disk of a machine to be sent, what the bucket holds, and
 * what is still to be removed from it. Rows have no account to hang on, since they outlive it until the bucket has forgotten it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table far_files (
    key text primary key,
    account_id text not null,
    folder text not null,
    path text not null,
    state text not null check (state in ('waiting', 'stored', 'removing')),
    bytes bigint not null,
    sha256 bytea,
    since timestamptz not null default now())`.execute(db);
  await sql`create unique index far_files_path on far_files (folder, path) where state <> 'removing'`.execute(db);
  await sql`create index far_files_account on far_files (account_id)`.execute(db);
  await sql`create index far_files_unsettled on far_files (state, since) where state <> 'stored'`.execute(db);
}
