import { type Kysely, sql } from 'kysely';

/** Logs of calls in CRMs: what a call is logged to, its task, and the ledger of what was written. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A channel without a row asks.
  `create table channel_log_modes (
    channel_id text primary key references channels on delete cascade,
    account_id text not null references accounts on delete cascade,
    mode text not null check (mode in ('auto', 'ask', 'off')),
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on channel_log_modes for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on channel_log_modes
    for each row execute function announce_row('account_id', 'channel_id')`,

  `create table call_logs (
    channel_id text not null references channels on delete cascade,
    session_id text not null,
    log_id text not null generated always as (channel_id || ':' || session_id) stored,
    account_id text not null references accounts on delete cascade,
    selected_outcome jsonb,
    are_defaults_applied boolean not null default false,
    is_ambiguous boolean not null default false,
    -- A panel shows it until then, unless it says so again: the server writes nothing in the meantime.
    panel_until timestamptz,
    -- When it was closed to be written, and by whom; nobody is the server itself.
    ready_at timestamptz,
    closed_by text,
    -- The server looked at it after the call, and closed it or left it to people.
    settled_at timestamptz,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    primary key (channel_id, session_id))`,
  'create index call_logs_account on call_logs (account_id, created_at)',
  'create index call_logs_open on call_logs (session_id) where settled_at is null and ready_at is not null',
  'create trigger touch before insert or update on call_logs for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on call_logs
    for each row execute function announce_row('log_id')`,

  // Records of a CRM that a call is logged to. 'source' is the name of the integration, of which an account connects one.
  `create table call_log_entities (
    channel_id text not null,
    session_id text not null,
    log_id text not null generated always as (channel_id || ':' || session_id) stored,
    source text not null,
    type text not null,
    external_id text not null,
    position bigint generated always as identity,
    label text not null,
    url text,
    is_open boolean,
    crm_owner text,
    chosen_by text not null check (chosen_by in ('default', 'user')),
    -- The CRM's id of the record that the call is logged to it with; null while it is not.
    logged_as text,
    rev bigint not null default 0,
    primary key (channel_id, session_id, source, type, external_id),
    foreign key (channel_id, session_id) references call_logs on delete cascade)`,
  'create trigger touch before insert or update on call_log_entities for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on call_log_entities
    for each row execute function announce_row('log_id')`,

  `create table call_tasks (
    channel_id text not null,
    session_id text not null,
    log_id text not null generated always as (channel_id || ':' || session_id) stored,
    source text not null,
    type text,
    title text not null,
    content text not null,
    due_day text not null,
    due_time text,
    time_zone text not null,
    created_by text not null,
    rev bigint not null default 0,
    primary key (channel_id, session_id),
    foreign key (channel_id, session_id) references call_logs on delete cascade)`,
  'create trigger touch before insert or update on call_tasks for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on call_tasks
    for each row execute function announce_row('log_id')`,

  // The ledger, without a word of a call: what is written is read when it is sent.
  `create table crm_writes (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    source text not null,
    -- Whose CRM it is, where the vendor tells: after a sign-in at another one nothing is written there.
    tenant text,
    channel_id text not null,
    session_id text not null,
    log_id text not null generated always as (channel_id || ':' || session_id) stored,
    kind text not null check (kind in ('call', 'task')),
    unit text not null,
    key text not null unique,
    state text not null,
    skip_reason text,
    -- What it becomes once the request that is under way has ended.
    is_removal_wanted boolean not null default false,
    wanted_rev integer not null default 1,
    written_rev integer not null default 0,
    -- Of the words that left with its last request.
    sent_rev integer,
    wanted_since timestamptz not null default now(),
    external_id text,
    external_url text,
    -- Types and ids of the records that it was written to last.
    written_to jsonb not null default '[]',
    attempts integer not null default 0,
    looks integer not null default 0,
    sent_at timestamptz,
    lease_until timestamptz,
    next_try_at timestamptz,
    problem jsonb,
    actor text,
    remote_number text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    rev bigint not null default 0,
    unique (account_id, source, kind, channel_id, session_id, unit))`,
  'create index crm_writes_log on crm_writes (log_id)',
  'create index crm_writes_account on crm_writes (account_id, created_at desc)',
  `create index crm_writes_due on crm_writes (account_id, source, next_try_at)
    where state in ('READY', 'WAITING', 'BLOCKED', 'REMOVING', 'UNCLEAR', 'SENDING')
      or (state in ('WRITTEN', 'REFUSED') and wanted_rev > written_rev)`,
  'create trigger touch before insert or update on crm_writes for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on crm_writes
    for each row execute function announce_row('account_id', 'log_id')`,

  `create table crm_write_events (
    id bigint generated always as identity primary key,
    write_id text not null references crm_writes on delete cascade,
    at timestamptz not null default now(),
    from_state text,
    to_state text not null,
    code text,
    milliseconds integer)`,
  'create index crm_write_events_write on crm_write_events (write_id, id)',

  // Who calls from a number that several contacts have, as somebody said.
  `create table number_choices (
    account_id text not null references accounts on delete cascade,
    source text not null,
    e164 text not null,
    type text not null,
    external_id text not null,
    chosen_by text not null,
    chosen_at timestamptz not null default now(),
    primary key (account_id, source, e164))`,

  // What is said of a call changes its entries that are written, soon.
  `create function crm_writes_follow_words() returns trigger language plpgsql as $$
    begin
      if (old.documentation -> 'note') is distinct from (new.documentation -> 'note')
        or (old.documentation -> 'summary') is distinct from (new.documentation -> 'summary')
        or (old.documentation -> 'callHeadline') is distinct from (new.documentation -> 'callHeadline')
        or (old.documentation -> 'actionItem') is distinct from (new.documentation -> 'actionItem') then
        update crm_writes set wanted_rev = wanted_rev + 1, wanted_since = now(), updated_at = now(),
          next_try_at = greatest(coalesce(next_try_at, now()), now() + interval '10 seconds')
        where log_id = new.channel_id || ':' || new.session_id and kind = 'call'
          and state not in ('SKIPPED', 'GONE', 'REMOVING', 'REMOVED');
      end if;
      return null;
    end $$`,
  `create trigger follow_words after update of documentation on inbox_events for each row
    when (old.documentation is distinct from new.documentation) execute function crm_writes_follow_words()`,

  // A call that is deleted takes its log along; of its entries key, state and times stay.
  `create function logs_leave_with_calls() returns trigger language plpgsql as $$
    begin
      delete from call_logs where channel_id = old.channel_id and session_id = old.session_id;
      update crm_writes set remote_number = null, problem = null where log_id = old.channel_id || ':' || old.session_id;
      return null;
    end $$`,
  `create trigger logs_leave after delete on inbox_events for each row execute function logs_leave_with_calls()`,
  `create function ask_for_erasure_of_call_logs() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables)
        values (array['call_logs', 'call_log_entities', 'call_tasks', 'crm_writes', 'number_choices']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on call_logs referencing old table as gone
    for each statement execute function ask_for_erasure_of_call_logs()`,

  // A connection that is signed in again, or made again, wakes what waits for it.
  `create function crm_writes_follow_sign_in() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.state <> 'AUTHENTICATION_REQUIRED' and old.connected_at = new.connected_at then
        return null;
      end if;
      with woken as (
        update crm_writes set state = 'READY', problem = null, next_try_at = now(), wanted_since = now(), updated_at = now()
        where account_id = new.account_id and source = new.name and state = 'BLOCKED' returning id)
      insert into crm_write_events (write_id, from_state, to_state, code)
      select id, 'BLOCKED', 'READY', 'reconnected' from woken;
      return null;
    end $$`,
  `create trigger follow_sign_in after insert or update of state, connected_at on integrations for each row
    when (new.state in ('CONNECTING', 'CONNECTED')) execute function crm_writes_follow_sign_in()`,

  // Until plans can be chosen every account may log calls, and users who have the usual grants may make tasks.
  `update accounts set plan = jsonb_set(plan, '{integrationGrants}',
    coalesce(plan -> 'integrationGrants', '[]'::jsonb) || '["CALL_EVENT"]'::jsonb)
    where not coalesce(plan -> 'integrationGrants', '[]'::jsonb) @> '["CALL_EVENT"]'::jsonb`,
  `update users set grants = array_append(grants, 'CALL_TASKS')
    where grants @> '{CONTACT_READ,CONTACT_WRITE}' and not 'CALL_TASKS' = any(grants)`,
  `alter table users alter column grants set default '{CONTACT_READ,CONTACT_WRITE,CALL_BOOSTS,CALL_TASKS}'`,
];
