import { type Kysely, sql } from 'kysely';

/** Triggers that nearly always find nothing to do see it first: days of calls that are not kept, and calls without an entry in a CRM. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** An event as far as days of calls depend on it. */
const counted = `account_id, session_id, channel_id, day, id, started_at, established_at, terminated_at, direction, state,
  terminated_reason`;

const statements = [
  `create or replace function forget_call_days() returns trigger language plpgsql as $$
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
      -- Nearly always all of it is too young to be kept, and so is all that belongs to its calls.
      if not young > any(days) and not exists (
        select from inbox_events as event
        where event.account_id = any(accounts) and event.session_id = any(sessions) and event.day < young)
      then return null; end if;
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
  `create or replace function crm_writes_follow_words() returns trigger language plpgsql as $$
    begin
      -- Most calls have no entry in a CRM.
      if not exists (select from crm_writes where log_id = new.channel_id || ':' || new.session_id) then return null; end if;
      if (old.documentation -> 'note') is distinct from (new.documentation -> 'note')
        or (old.documentation -> 'summary') is distinct from (new.documentation -> 'summary')
        or (old.documentation -> 'callHeadline') is distinct from (new.documentation -> 'callHeadline')
        or (old.documentation -> 'actionItem') is distinct from (new.documentation -> 'actionItem') then
        update crm_writes set wanted_rev = wanted_rev + 1, wanted_since = now(), updated_at = now(),
          next_try_at = greatest(coalesce(next_try_at, now()), now() + interval '10 seconds')
        where log_id = new.channel_id || ':' || new.session_id and kind = 'call'
          and state not in ('SKIPPED', 'GONE', 'REMOVING', 'REMOVED');
        with resumed as (
          update crm_writes set state = 'READY', skip_reason = null, problem = null, attempts = 0,
            wanted_rev = wanted_rev + 1, wanted_since = now(), updated_at = now(),
            next_try_at = now() + interval '10 seconds'
          where log_id = new.channel_id || ':' || new.session_id and kind = 'call' and state = 'SKIPPED'
            and skip_reason = 'gaveUp' and external_id is not null and not is_removal_wanted returning id)
        insert into crm_write_events (write_id, from_state, to_state, code)
        select id, 'SKIPPED', 'READY', 'edited' from resumed;
      end if;
      return null;
    end $$`,
];
