import { type Kysely, sql } from 'kysely';

/** Blocks of numbers as they were added; the numbers themselves are in `numbers`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table number_blocks (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    switchboard text,
    first text not null,
    last text not null,
    trunk_id text references trunks on delete set null,
    label text,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    unique (account_id, first, last))`.execute(db);
  await sql`create index number_blocks_trunk on number_blocks (trunk_id)`.execute(db);
  await sql`create trigger touch before insert or update on number_blocks
    for each row execute function touch_row()`.execute(db);
  await sql`create trigger announce after insert or update or delete on number_blocks
    for each row execute function announce_row('account_id')`.execute(db);
}
