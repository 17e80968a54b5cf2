import { type Kysely, sql } from 'kysely';

/** A phone that renews its registration changes nothing that anybody sees: it is announced no longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'drop trigger announce on registrations',
  `create trigger announce after insert or delete on registrations
    for each row execute function announce_row('user_id')`,
  `create trigger announce_change after update on registrations
    for each row when (
      (old.user_id, old.endpoint_id, old.transport, old.remote_address, old.user_agent, old.suspect)
      is distinct from (new.user_id, new.endpoint_id, new.transport, new.remote_address, new.user_agent, new.suspect)
      or old.expires_at < now() + interval '10 seconds')
    execute function announce_row('user_id')`,
];
