import { type Kysely, sql } from 'kysely';

/**
 * Whose clients hear events now, for each node: in the classic generation they are what rings. Presence follows from it,
 * so its changes are announced.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table client_lines (
      user_id text not null references users on delete cascade,
      node text not null,
      since timestamptz not null default now(),
      primary key (user_id, node))`.execute(db);
  await sql`
    create trigger announce after insert or delete on client_lines
    for each row execute function announce_row('user_id')`.execute(db);
}
