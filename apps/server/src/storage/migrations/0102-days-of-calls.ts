import { type Kysely, sql } from 'kysely';

/** What the calls of a channel on a day come to, once that day is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** An event as far as days of calls depend on it. */
const counted = `account_id, session_id, channel_id, day, id, started_at, established_at, terminated_at, direction, state,
  terminated_reason`;

const statements = [
  'create index inbox_events_sessions on inbox_events (account_id, session_id)',
  // Sums of the calls that have one event. Of all others the events are named, since what they count as depends on which
  // channels are asked for. Times are in milliseconds; `hours` are calls by the hour in which they began, from midnight;
  // `topics` are calls by topic.
  `create table call_days (
    channel_id text not null references channels on delete cascade,
    day date not null,
    account_id text not null references accounts on delete cascade,
    time_zone text not null,
    calls integer not null,
    incoming integer not null,
    answered integer not null,
    missed integer not null,
    established integer not null,
    waited double precision not null,
    talked double precision not null,
    hours integer[] not null,
    others text[] not null,
    topics jsonb not null,
    newest_rev bigint not null,
    primary key (channel_id, day))`,
  'create index call_days_account on call_days (account_id, day)',
  // Calls that go on are of `young` or later by every clock, and need no lock. The day before is not kept yet, so that a
  // transaction that began before midnight forgets enough. The transaction that keeps days holds the lock alone, and sees what
  // everybody who had it before has committed.
  `create function forget_call_days() returns trigger language plpgsql as $$
    declare
      young constant date := (now() at time zone 'UTC')::date - 1;
      accounts text[];
      sessions text[];
      channels text[];
      days date[];
    begin
      if tg_op = 'INSERT' then
        select array_agg(account_id), array_agg(session_id), array_agg(channel_id), array_agg(day)
          into accounts, sessions, channels, days
        from (select distinct account_id, session_id, channel_id, day from added) as changed;
      elsif tg_op = 'DELETE' then
        select array_agg(account_id), array_agg(session_id), array_agg(channel_id), array_agg(day)
          into accounts, sessions, channels, days
        from (select distinct account_id, session_id, channel_id, day from gone) as changed;
      else
        select array_agg(account_id), array_agg(session_id), array_agg(channel_id), array_agg(day)
          into accounts, sessions, channels, days
        from (
          select distinct account_id, session_id, channel_id, day from (
            (select ${counted} from gone except select ${counted} from added)
            union all
            (select ${counted} from added except select ${counted} from gone)) as either) as changed;
      end if;
      if accounts is null then return null; end if;
      -- A call of one event becomes one of several by another event, which may be of any day.
      select array_agg(account_id), array_agg(channel_id), array_agg(day) into accounts, channels, days
      from (
        select account_id, channel_id, day from unnest(accounts, channels, days) as changed (account_id, channel_id, day)
        union
        select event.account_id, event.channel_id, event.day
        from unnest(accounts, sessions) as changed (account_id, session_id)
          join inbox_events as event using (account_id, session_id)) as touched
      where day < young;
      if accounts is null then return null; end if;
      perform pg_advisory_xact_lock_shared(hashtext('call_days'), hashtext(account_id))
        from (select distinct account_id from unnest(accounts) as account_id order by 1) as touched;
      delete from call_days using unnest(channels, days) as touched (channel_id, day)
        where call_days.channel_id = touched.channel_id and call_days.day = touched.day;
      return null;
    end $$`,
  `create trigger forget_days_added after insert on inbox_events
    referencing new table as added for each statement execute function forget_call_days()`,
  `create trigger forget_days_changed after update on inbox_events
    referencing old table as gone new table as added for each statement execute function forget_call_days()`,
  `create trigger forget_days_removed after delete on inbox_events
    referencing old table as gone for each statement execute function forget_call_days()`,
  // Topics come when a call is documented, and go when its documentation is deleted.
  `create function forget_call_day_of_topics() returns trigger language plpgsql as $$
    declare
      owner text;
    begin
      select account_id into owner from channels where id = new.channel_id;
      perform pg_advisory_xact_lock_shared(hashtext('call_days'), hashtext(owner));
      delete from call_days using inbox_events as event
        where event.channel_id = new.channel_id and event.id = new.doc_id
          and call_days.channel_id = event.channel_id and call_days.day = event.day;
      return null;
    end $$`,
  `create trigger forget_day after update of marks on call_words for each row
    when (old.marks is distinct from new.marks and new.started_at < now() - interval '20 hours')
    execute function forget_call_day_of_topics()`,
];
