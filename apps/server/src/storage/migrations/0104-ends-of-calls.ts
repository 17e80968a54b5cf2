import { type Kysely, sql } from 'kysely';

/**
 * What a call costs in triggers: notices are made of key columns instead of whole rows as JSON, a leg is announced where presence
 * follows from the change, calls that end are added to their groups instead of counting these again, and words of calls that
 * go on are not looked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...announced, ...grouped, ...words]) await sql.raw(statement).execute(db);
}

const announced = [
  `create function announce_event() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        perform pg_notify('changes', json_build_object('table', 'inbox_events', 'keys', json_build_object(
          'channel_id', new.channel_id, 'id', new.id, 'account_id', new.account_id))::text);
      end if;
      if tg_op = 'DELETE' or tg_op = 'UPDATE'
        and (old.channel_id, old.id, old.account_id) is distinct from (new.channel_id, new.id, new.account_id) then
        perform pg_notify('changes', json_build_object('table', 'inbox_events', 'keys', json_build_object(
          'channel_id', old.channel_id, 'id', old.id, 'account_id', old.account_id))::text);
      end if;
      return null;
    end $$`,
  'drop trigger announce on inbox_events',
  `create trigger announce after insert or update or delete on inbox_events
    for each row execute function announce_event()`,
  // Of rows that belong to nobody there is nobody to tell.
  `create function announce_user() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' and new.user_id is not null then
        perform pg_notify('changes', json_build_object('table', tg_table_name,
          'keys', json_build_object('user_id', new.user_id))::text);
      end if;
      if tg_op <> 'INSERT' and old.user_id is not null
        and (tg_op = 'DELETE' or old.user_id is distinct from new.user_id) then
        perform pg_notify('changes', json_build_object('table', tg_table_name,
          'keys', json_build_object('user_id', old.user_id))::text);
      end if;
      return null;
    end $$`,
  'drop trigger announce on ongoing_calls',
  `create trigger announce after insert or update or delete on ongoing_calls
    for each row execute function announce_user()`,
  'drop trigger announce on legs',
  'create trigger announce after insert or delete on legs for each row execute function announce_user()',
  `create trigger announce_change after update on legs for each row when (
      (old.user_id, old.role, old.established_at is null, old.ended_at is null)
      is distinct from (new.user_id, new.role, new.established_at is null, new.ended_at is null))
    execute function announce_user()`,
];

const grouped = [
  `create or replace function group_calls() returns trigger language plpgsql as $$
    declare
      channels text[];
      days date[];
      keys text[];
    begin
      -- Nothing that was counted has changed: what has just ended is added. Another count of the same group locks it
      -- first and does not see what is added here, or waits for it.
      if tg_op = 'UPDATE' then
        if not exists (select from gone where terminated_at is not null) then
          insert into call_groups as known (channel_id, day, remote_key, newest_id, started_at, calls, unresolved)
            select channel_id, day, remote_key, (array_agg(id order by started_at desc, id))[1], max(started_at), count(*),
              count(*) filter (where unresolved)
            from added where terminated_at is not null group by 1, 2, 3 order by 1, 2, 3
            on conflict (channel_id, day, remote_key) do update set
              newest_id = case when excluded.started_at > known.started_at
                or (excluded.started_at = known.started_at and excluded.newest_id < known.newest_id)
                then excluded.newest_id else known.newest_id end,
              started_at = greatest(excluded.started_at, known.started_at),
              calls = known.calls + excluded.calls,
              unresolved = known.unresolved + excluded.unresolved;
          return null;
        end if;
      end if;
      if tg_op = 'INSERT' then
        select array_agg(channel_id), array_agg(day), array_agg(remote_key) into channels, days, keys
        from (select distinct channel_id, day, remote_key from added where terminated_at is not null) as touched;
      elsif tg_op = 'DELETE' then
        select array_agg(channel_id), array_agg(day), array_agg(remote_key) into channels, days, keys
        from (select distinct channel_id, day, remote_key from gone where terminated_at is not null) as touched;
      else
        select array_agg(channel_id), array_agg(day), array_agg(remote_key) into channels, days, keys
        from (
          select distinct channel_id, day, remote_key from (
            (select channel_id, day, remote_key, id, started_at, unresolved from gone where terminated_at is not null
              except
              select channel_id, day, remote_key, id, started_at, unresolved from added where terminated_at is not null)
            union all
            (select channel_id, day, remote_key, id, started_at, unresolved from added where terminated_at is not null
              except
              select channel_id, day, remote_key, id, started_at, unresolved from gone where terminated_at is not null)
          ) as changed) as touched;
      end if;
      if channels is null then return null; end if;
      insert into call_groups (channel_id, day, remote_key, newest_id, started_at, calls, unresolved)
        select channel_id, day, remote_key, '', 'epoch', 0, 0
        from unnest(channels, days, keys) as touched (channel_id, day, remote_key)
        order by 1, 2, 3
        on conflict (channel_id, day, remote_key) do update set calls = call_groups.calls;
      update call_groups set newest_id = now.id, started_at = now.started_at, calls = now.calls,
          unresolved = now.unresolved
        from unnest(channels, days, keys) as touched (channel_id, day, remote_key),
          lateral (
            select (array_agg(id order by started_at desc, id))[1] as id, max(started_at) as started_at,
              count(*) as calls, count(*) filter (where unresolved) as unresolved
            from inbox_events as event
            where event.channel_id = touched.channel_id and event.day = touched.day
              and event.remote_key = touched.remote_key and terminated_at is not null) as now
        where call_groups.channel_id = touched.channel_id and call_groups.day = touched.day
          and call_groups.remote_key = touched.remote_key and now.calls > 0;
      delete from call_groups
        using unnest(channels, days, keys) as touched (channel_id, day, remote_key)
        where call_groups.channel_id = touched.channel_id and call_groups.day = touched.day
          and call_groups.remote_key = touched.remote_key
          and not exists (
            select from inbox_events as event
            where event.channel_id = touched.channel_id and event.day = touched.day
              and event.remote_key = touched.remote_key and terminated_at is not null);
      return null;
    end $$`,
];

const words = [
  `create or replace function write_call_words() returns trigger language plpgsql as $$
    begin
      if new.terminated_at is null then
        if tg_op = 'UPDATE' and old.terminated_at is not null then
          delete from call_words where channel_id = new.channel_id and doc_id = new.id;
        end if;
        return null;
      end if;
      insert into call_words (channel_id, doc_id, started_at, words, marks)
      values (new.channel_id, new.id, new.started_at,
        array_to_tsvector(words_of(concat_ws(' ', new.remote_name, text_of_call(new.documentation)))
          || words_of_number(new.remote_phone_number)),
        marks_of_call(new))
      on conflict (channel_id, doc_id)
        do update set started_at = excluded.started_at, words = excluded.words, marks = excluded.marks;
      return null;
    end $$`,
];
