import { type Kysely, sql } from 'kysely';

/**
 * A call of another company on this server may be sent outside by the company that was called, whose permission its leg
 * belongs to: until now it was looked for at the company of the caller alone, and the minutes of such calls counted for nobody.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create or replace function link_outside_leg() returns trigger language plpgsql as $$
    begin
      update legs set outside_call_id = (
        select o.id from outside_calls o join calls c on c.session_id = o.session_id
        where c.id = new.call_id and (c.account_id = o.account_id or exists (
          select from inbox_events e where e.call_id = c.id and e.account_id = o.account_id and e.direction = 'INCOMING'))
        order by o.id desc limit 1)
      where id = new.id;
      return null;
    end $$`.execute(db);
}
