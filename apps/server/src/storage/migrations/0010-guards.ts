import { type Kysely, sql } from 'kysely';

/**
 * What was changed and refused, and by whom: the audit log, which only grows; refusals counted by source and hour; bans;
 * what accounts and users may call outside, and what they called.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(db);
  for (const table of ['audit_log', 'refusals', 'bans']) {
    await sql
      .raw(`create trigger touch before insert or update on ${table} for each row execute function touch_row()`)
      .execute(db);
    await sql
      .raw(
        `create trigger announce after insert or update or delete on ${table} for each row execute function announce_row('scope')`,
      )
      .execute(db);
  }
  await sql`
    create function keep_audit_log() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log only grows';
    end $$`.execute(db);
  await sql`
    create trigger only_grows before update or delete on audit_log
    for each row execute function keep_audit_log()`.execute(db);
  await sql`
    create trigger only_grows_whole before truncate on audit_log
    for each statement execute function keep_audit_log()`.execute(db);
  // A leg outside belongs to the permission that its session was given last; it takes it along into other calls. The
  // call and its legs come in one statement, so this waits for the end of it.
  await sql`
    create function link_outside_leg() returns trigger language plpgsql as $$
    begin
      update legs set outside_call_id = (
        select o.id from outside_calls o join calls c on c.session_id = o.session_id and c.account_id = o.account_id
        where c.id = new.call_id order by o.id desc limit 1)
      where id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger link_outside_leg after insert on legs for each row
    when (new.role = 'callee' and new.user_id is null and new.endpoint_id is null and new.outside_call_id is null)
    execute function link_outside_leg()`.execute(db);
}

/** `scope` is the id of an account, or `server` for what concerns none. */
const tables = [
  `create table audit_log (
    id bigint generated always as identity primary key,
    scope text not null,
    account_id text,
    actor_user_id text,
    action text not null,
    target text,
    detail jsonb not null default '{}',
    address text,
    at timestamptz not null default clock_timestamp(),
    rev bigint not null default 0)`,
  'create index audit_log_listed on audit_log (scope, id desc)',
  `create table refusals (
    scope text not null,
    kind text not null,
    source text not null,
    hour timestamptz not null,
    count bigint not null,
    last_at timestamptz not null,
    detail jsonb not null default '{}',
    rev bigint not null default 0,
    primary key (scope, kind, source, hour))`,
  'create index refusals_hour on refusals (hour)',
  `create table bans (
    address text not null,
    username text not null default '',
    scope text not null default 'server',
    reason text not null,
    strikes integer not null default 1,
    since timestamptz not null,
    until timestamptz not null,
    lifted_at timestamptz,
    lifted_by text,
    rev bigint not null default 0,
    primary key (address, username))`,
  `alter table accounts add column outside_calls jsonb not null default '{}'`,
  `alter table users add column outside_calls jsonb not null default '{}'`,
  `create table outside_calls (
    id bigint generated always as identity primary key,
    account_id text not null references accounts on delete cascade,
    user_id text references users on delete set null,
    session_id text not null,
    kind text not null check (kind in ('call', 'transfer', 'forward')),
    e164 text not null,
    international boolean not null,
    at timestamptz not null)`,
  'create index outside_calls_account on outside_calls (account_id, at)',
  'create index outside_calls_session on outside_calls (session_id)',
  'alter table legs add column outside_call_id bigint references outside_calls on delete set null',
  'create index legs_outside on legs (outside_call_id) where outside_call_id is not null',
];
