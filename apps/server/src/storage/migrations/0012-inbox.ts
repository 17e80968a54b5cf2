import { type Kysely, sql } from 'kysely';

/**
 * What makes a long inbox fast: `call_groups` has a row for each group of ended calls (one other side on one local day of
 * the account), `call_words` the words by which a call is found. Both are kept by triggers, so that they are right
 * whoever writes the calls, and go with them.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...columns, ...groups, ...words, ...backfill]) await sql.raw(statement).execute(db);
}

const columns = [
  // A zone that PostgreSQL does not know must not cost a call.
  `create function day_of_call(at timestamptz, account text) returns date language plpgsql stable as $$
    begin
      return (at at time zone coalesce((select time_zone from accounts where id = account), 'UTC'))::date;
    exception when invalid_parameter_value then
      return (at at time zone 'UTC')::date;
    end $$`,
  `create function listed_documentation(documentation jsonb) returns jsonb language sql immutable as $$
    select case when jsonb_typeof(documentation) <> 'object' then documentation else (
      select coalesce(jsonb_object_agg(key, case
        when jsonb_typeof(value) <> 'object' then value
        when key in ('transcription', 'smartAnswers') then value - 'items'
        when key in ('recording', 'manualRecording', 'automaticRecording') then value - 'waveform'
        else value end), '{}')
      from jsonb_each(documentation)) end $$`,
  `alter table inbox_events
    add column day date,
    add column remote_key text,
    add column listed_documentation jsonb`,
  // Milliseconds are what the wire knows; a place in the list is the same on both sides. Strangers may call by names that
  // are longer than an index takes.
  `create function place_call() returns trigger language plpgsql as $$
    begin
      new.started_at := date_trunc('milliseconds', new.started_at);
      new.day := day_of_call(new.started_at, new.account_id);
      new.remote_key := left(coalesce(new.remote_user_id, nullif(new.remote_phone_number, ''), 'call ' || new.id), 200);
      return new;
    end $$`,
  `create function list_documentation() returns trigger language plpgsql as $$
    begin
      new.listed_documentation := listed_documentation(new.documentation);
      return new;
    end $$`,
];

const groups = [
  `create table call_groups (
    channel_id text not null,
    day date not null,
    remote_key text not null,
    newest_id text not null,
    started_at timestamptz not null,
    calls integer not null,
    unresolved integer not null,
    rev bigint not null default 0,
    primary key (channel_id, day, remote_key))`,
  'create trigger touch before insert or update on call_groups for each row execute function touch_row()',
  // The first statement locks the groups in one order; the others then see what whoever came before has committed.
  `create function group_calls() returns trigger language plpgsql as $$
    declare
      channels text[];
      days date[];
      keys text[];
    begin
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
  `create function redate_calls() returns trigger language plpgsql as $$
    begin
      update inbox_events set started_at = started_at
      where account_id = new.id and day <> day_of_call(started_at, account_id);
      return null;
    end $$`,
];

/** Whatever stands between words, in every locale of a database. */
const between = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+`;
const isMissed = `event.direction = 'INCOMING' and (event.terminated_reason is not distinct from 'CANCELLED'
  or (event.state = 'MISSED' and event.terminated_reason is distinct from 'ACCEPTED_ELSEWHERE'))`;
const recordingParts = ['recording', 'manualRecording', 'automaticRecording'];

const words = [
  // Lower case without accents; a text of any length fits into a tsvector, which holds a megabyte.
  `create function words_of(given text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(word), '{}') from (
      select distinct left(word, 40) as word
      from string_to_table(regexp_replace(replace(lower(regexp_replace(
        normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g')), 'ß', 'ss'), '${between}', ' ', 'g'), ' ') as word
      where word <> '' limit 6000) as words $$`,
  // HTML without its elements: those within a line may stand within a word.
  `create function text_of_html(html text) returns text language sql immutable parallel safe as $$
    select regexp_replace(regexp_replace(regexp_replace(html,
      '</?(a|b|code|em|i|mark|s|span|strong|sub|sup|u)(\\s[^>]*)?>', '', 'gi'),
      '<[^>]*>', ' ', 'g'), '&#?\\w+;', ' ', 'g') $$`,
  // Of damaged documentation the parts that can be read.
  `create function text_of_call(documentation jsonb) returns text language sql immutable parallel safe as $$
    select concat_ws(' ',
      text_of_html(documentation #>> '{note,content}'),
      (select string_agg(piece #>> '{}', ' ') from unnest(array[
        '$.summary.text', '$.summary.keyPoints[*]', '$.summary.topics[*]', '$.callHeadline.text',
        '$.transcription.items[*].text', '$.voicemail.transcription.text']::jsonpath[]) as path,
        jsonb_path_query(documentation, path, '{}', true) as piece)) $$`,
  // The end of a number from every digit on: however it is written, somebody types the beginning of one of them.
  `create function words_of_number(number text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg('#' || substr(digits, at)), '{}')
    from (select left(regexp_replace(number, '\\D', '', 'g'), 24) as digits) as given,
      generate_series(1, length(digits) - 1) as at $$`,
  `create function marks_of_call(event inbox_events) returns text[] language sql stable as $$
    select array_remove(array[
      'in ' || event.channel_id, 'with ' || event.remote_key, 'by ' || event.owner, 'contact ' || event.contact_id,
      case when event.direction = 'OUTGOING' then 'outgoing' when ${isMissed} then 'missed' else 'incoming' end,
      case when event.direction = 'INCOMING' and jsonb_typeof(event.documentation -> 'voicemail') = 'object'
        and event.documentation #>> '{voicemail,visual,status}' is distinct from 'deleted' then 'voicemail' end,
      case when '"success"' in (${recordingParts.map((part) => `event.documentation #> '{${part},status}'`).join(', ')})
        then 'recorded' end,
      case when words_of(text_of_html(event.documentation #>> '{note,content}')) <> '{}' then 'noted' end
    ], null) || array(
      select distinct 'topic ' || left(topic #>> '{}', 200)
      from jsonb_path_query(event.documentation, '$.summary.topics[*]', '{}', true) as topic
      where jsonb_typeof(topic) = 'string') $$`,
  `create table call_words (
    channel_id text not null,
    doc_id text not null,
    started_at timestamptz not null,
    words tsvector not null,
    marks text[] not null,
    primary key (channel_id, doc_id),
    foreign key (channel_id, doc_id) references inbox_events (channel_id, id) on update cascade on delete cascade)`,
  `create function write_call_words() returns trigger language plpgsql as $$
    begin
      if new.terminated_at is null then
        delete from call_words where channel_id = new.channel_id and doc_id = new.id;
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

const backfill = [
  'alter table inbox_events disable trigger user',
  `update inbox_events set
    started_at = date_trunc('milliseconds', started_at),
    day = day_of_call(started_at, account_id),
    remote_key = left(coalesce(remote_user_id, nullif(remote_phone_number, ''), 'call ' || id), 200),
    listed_documentation = listed_documentation(documentation)`,
  'alter table inbox_events enable trigger user',
  `alter table inbox_events
    alter column day set not null, alter column remote_key set not null, alter column listed_documentation set not null`,
  `insert into call_groups (channel_id, day, remote_key, newest_id, started_at, calls, unresolved)
    select channel_id, day, remote_key, (array_agg(id order by started_at desc, id))[1], max(started_at), count(*),
      count(*) filter (where unresolved)
    from inbox_events where terminated_at is not null group by 1, 2, 3`,
  `insert into call_words (channel_id, doc_id, started_at, words, marks)
    select channel_id, id, started_at,
      array_to_tsvector(words_of(concat_ws(' ', remote_name, text_of_call(documentation)))
        || words_of_number(remote_phone_number)),
      marks_of_call(event)
    from inbox_events as event where terminated_at is not null`,
  'create index call_groups_listed on call_groups (channel_id, started_at desc, newest_id)',
  `create index call_groups_unresolved on call_groups (channel_id, started_at desc, newest_id) where unresolved > 0`,
  'create index inbox_events_grouped on inbox_events (channel_id, remote_key, day) where terminated_at is not null',
  `create index inbox_events_numbers on inbox_events (channel_id, left(remote_phone_number, 64))
    where terminated_at is not null`,
  `create index inbox_events_contacts on inbox_events (channel_id, contact_id)
    where terminated_at is not null and contact_id is not null`,
  // Without a list of what is pending, a search costs the same after every write.
  'create index call_words_found on call_words using gin (words, marks) with (fastupdate = off)',
  'create index call_words_listed on call_words (channel_id, started_at desc, doc_id)',
  `create index contacts_words on contacts
    using gin (array_to_tsvector(words_of(coalesce(name, '') || ' ' || coalesce(organization, ''))))`,
  `create trigger place before insert or update of id, started_at, account_id, remote_user_id, remote_phone_number
    on inbox_events for each row execute function place_call()`,
  `create trigger list_documentation before insert or update of documentation
    on inbox_events for each row execute function list_documentation()`,
  `create trigger group_added after insert on inbox_events
    referencing new table as added for each statement execute function group_calls()`,
  `create trigger group_changed after update on inbox_events
    referencing old table as gone new table as added for each statement execute function group_calls()`,
  `create trigger group_removed after delete on inbox_events
    referencing old table as gone for each statement execute function group_calls()`,
  `create trigger write_words after insert or update of id, channel_id, started_at, terminated_at, direction, state,
    terminated_reason, owner, contact_id, remote_user_id, remote_phone_number, remote_name, documentation
    on inbox_events for each row execute function write_call_words()`,
  `create trigger redate after update of time_zone on accounts for each row
    when (old.time_zone is distinct from new.time_zone) execute function redate_calls()`,
  // What is known of a caller in other channels is watched by account.
  'drop trigger announce on inbox_events',
  `create trigger announce after insert or update or delete on inbox_events
    for each row execute function announce_row('channel_id', 'id', 'account_id')`,
];
