import { type Kysely, sql } from 'kysely';

/**
 * A mobile that rings along with the devices of a user is a leg of that user, and is paid for like a call of theirs: it belongs
 * to the permission that this number was given last in its session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table legs add column mobile text`.execute(db);
  await sql`
    create function link_mobile_leg() returns trigger language plpgsql as $$
    begin
      update legs set outside_call_id = (
        select o.id from outside_calls o join calls c on c.session_id = o.session_id
        where c.id = new.call_id and o.e164 = new.mobile and o.user_id = new.user_id
        order by o.id desc limit 1)
      where id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger link_mobile_leg after insert on legs for each row
    when (new.mobile is not null and new.outside_call_id is null)
    execute function link_mobile_leg()`.execute(db);
}
