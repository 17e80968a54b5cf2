import { type Kysely, sql } from 'kysely';

/**
 * A notice of a call says in `listed_in` in which channel's list it is or was, and in `unresolved_in` where the count of unresolved
 * calls changes, so that nobody reads lists and counts again while a call rings, is answered, or goes on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function announce_event() returns trigger language plpgsql as $$
    declare
      counted constant boolean := coalesce(tg_op <> 'INSERT' and old.unresolved and old.terminated_at is not null, false);
      counts constant boolean := coalesce(tg_op <> 'DELETE' and new.unresolved and new.terminated_at is not null, false);
      moved constant boolean := tg_op = 'UPDATE'
        and (old.channel_id, old.id, old.account_id) is distinct from (new.channel_id, new.id, new.account_id);
    begin
      if tg_op <> 'DELETE' then
        perform pg_notify('changes', json_build_object('table', 'inbox_events', 'keys', json_build_object(
          'channel_id', new.channel_id, 'id', new.id, 'account_id', new.account_id,
          'listed_in', case when coalesce(new.terminated_at, old.terminated_at) is not null then new.channel_id end,
          'unresolved_in', case when counts <> counted or moved then new.channel_id end))::text);
      end if;
      if tg_op = 'DELETE' or moved then
        perform pg_notify('changes', json_build_object('table', 'inbox_events', 'keys', json_build_object(
          'channel_id', old.channel_id, 'id', old.id, 'account_id', old.account_id,
          'listed_in', case when old.terminated_at is not null then old.channel_id end,
          'unresolved_in', case when counted then old.channel_id end))::text);
      end if;
      return null;
    end $$`.execute(db);
}
