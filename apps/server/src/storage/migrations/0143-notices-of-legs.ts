import { type Kysely, sql } from 'kysely';

/**
 * Who talks and whom calls ring is known in memory. Changes of legs are announced for those alone whose presence is shown
 * elsewhere, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_leg() returns trigger language plpgsql as $$
    declare
      theirs text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
    begin
      if exists (select from presence_connectors where user_id = theirs) then
        perform pg_notify('changes', json_build_object('table', 'legs',
          'keys', json_build_object('user_id', theirs))::text);
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger announce on legs`.execute(db);
  await sql`drop trigger announce_change on legs`.execute(db);
  await sql`
    create trigger announce after insert or delete on legs for each row execute function announce_leg()`.execute(db);
  await sql`
    create trigger announce_change after update on legs for each row when (
      (old.user_id, old.role, old.established_at is null, old.ended_at is null)
      is distinct from (new.user_id, new.role, new.established_at is null, new.ended_at is null))
    execute function announce_leg()`.execute(db);
}
