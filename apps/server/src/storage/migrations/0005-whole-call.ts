import { type Kysely, sql } from 'kysely';

/**
 * What a whole call needs: settings of calls for each account, live calls as their users see them, what a restart of
 * signalling takes over, recordings, the phones of the classic generation, and what clients report of their calls.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(db);
  for (const [table, keys] of Object.entries(announced)) {
    const args = keys.map((key) => `'${key}'`).join(', ');
    await sql
      .raw(`create trigger touch before insert or update on ${table} for each row execute function touch_row()`)
      .execute(db);
    await sql
      .raw(
        `create trigger announce after insert or update or delete on ${table} for each row execute function announce_row(${args})`,
      )
      .execute(db);
  }
}

/** Tables that live queries read, with the columns that their change notices carry. */
const announced = {
  ongoing_calls: ['user_id'],
  recordings: ['id', 'channel_id'],
  phones: ['id', 'user_id', 'account_id'],
};

const tables = [
  `alter table accounts add column call_settings jsonb not null default '{}'`,
  `create table ongoing_calls (
    id text primary key,
    user_id text not null references users on delete cascade,
    call_id text not null,
    node text not null,
    epoch bigint not null,
    body jsonb not null,
    ended_at timestamptz,
    rev bigint not null default 0)`,
  'create index ongoing_calls_user on ongoing_calls (user_id)',
  'create index ongoing_calls_call on ongoing_calls (call_id)',
  `create table call_snapshots (
    call_id text primary key,
    node text not null,
    epoch bigint not null,
    snapshot jsonb not null,
    updated_at timestamptz not null default now())`,
  `create table sip_dialogs (
    leg_id text primary key,
    node text not null,
    epoch bigint not null,
    snapshot jsonb not null,
    updated_at timestamptz not null default now())`,
  `create table recordings (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text references users on delete set null,
    channel_id text not null references channels on delete cascade,
    doc_id text not null,
    session_id text not null,
    mode text not null check (mode in ('manual', 'automatic')),
    state text not null check (state in ('asking', 'recording', 'paused', 'stopped', 'processing', 'ready', 'failed')),
    consent jsonb,
    original_path text,
    mp3_path text,
    duration_ms integer,
    waveform jsonb,
    failure text,
    started_at timestamptz not null,
    stopped_at timestamptz,
    rev bigint not null default 0)`,
  'create index recordings_event on recordings (channel_id, doc_id)',
  `create index recordings_unfinished on recordings (state) where state not in ('ready', 'failed')`,
  `create table phones (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    name text not null,
    username text not null,
    auth_username text,
    password_sealed bytea not null,
    registrar text not null,
    outbound_proxy text,
    state text not null default 'CREATED',
    failure text,
    is_disconnected_by_user boolean not null default false,
    is_connected boolean not null default true,
    caller_id text,
    phone_numbers jsonb not null default '[]',
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index phones_user on phones (user_id)',
  `create table monitoring_reports (
    id bigint generated always as identity primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    call_id text not null,
    event_type text not null,
    sip_server text not null,
    result text not null check (result in ('SUCCESS', 'CONTINUE')),
    at timestamptz not null default now())`,
  `create table call_statistics (
    session_id text not null,
    user_id text not null references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    figures jsonb not null,
    at timestamptz not null default now(),
    primary key (session_id, user_id))`,
];
