import { type Kysely, sql } from 'kysely';

/**
 * Accounts, people, channels, devices, calls, the inbox, contacts, sign-in. Every table that a live query reads has
 * `rev`, raised by a trigger on each write, and a trigger that notifies `changes` with the table and the row's keys.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create sequence revisions`.execute(db);
  await sql`
    create function touch_row() returns trigger language plpgsql as $$
    begin
      new.rev := nextval('revisions');
      return new;
    end $$`.execute(db);
  // Arguments are the names of key columns; the payload holds keys only, so it never outgrows NOTIFY's 8000 bytes.
  await sql`
    create function announce_row() returns trigger language plpgsql as $$
    declare
      row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      keys jsonb := '{}';
      key text;
    begin
      foreach key in array tg_argv loop
        keys := keys || jsonb_build_object(key, row_now -> key);
      end loop;
      perform pg_notify('changes', jsonb_build_object('table', tg_table_name, 'keys', keys)::text);
      if tg_op = 'UPDATE' then
        row_now := to_jsonb(old);
        if exists (select 1 from unnest(tg_argv) k where row_now -> k is distinct from keys -> k) then
          keys := '{}';
          foreach key in array tg_argv loop
            keys := keys || jsonb_build_object(key, row_now -> key);
          end loop;
          perform pg_notify('changes', jsonb_build_object('table', tg_table_name, 'keys', keys)::text);
        end if;
      end if;
      return null;
    end $$`.execute(db);

  for (const statement of tables) await sql.raw(statement).execute(db);
  for (const [table, keys] of Object.entries(announced)) {
    await sql
      .raw(`create trigger touch before insert or update on ${table} for each row execute function touch_row()`)
      .execute(db);
    const args = keys.map((key) => `'${key}'`).join(', ');
    await sql
      .raw(
        `create trigger announce after insert or update or delete on ${table} for each row execute function announce_row(${args})`,
      )
      .execute(db);
  }
}

/** Tables that live queries read, with the columns that their change notices carry. */
const announced: Record<string, string[]> = {
  accounts: ['id'],
  users: ['id', 'account_id'],
  channels: ['id', 'account_id'],
  channel_members: ['channel_id', 'user_id'],
  numbers: ['account_id', 'channel_id'],
  inbox_events: ['channel_id', 'id'],
  contacts: ['account_id', 'id'],
  favorites: ['user_id', 'id'],
  registrations: ['user_id'],
};

const tables = [
  `create table accounts (
    id text primary key,
    name text not null,
    logo_url text,
    flags jsonb not null default '{"hasNeoPbx": true}',
    plan jsonb not null,
    country text not null default 'DE',
    area_code text not null default '30',
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  `create table users (
    id text primary key check (id like 'w%'),
    account_id text not null references accounts on delete cascade,
    first_name text not null,
    last_name text not null,
    email text not null,
    password_hash text,
    avatar_url text,
    locale text not null default 'en' check (locale in ('de', 'en')),
    admin boolean not null default false,
    is_dnd boolean not null default false,
    skip_recording_consent boolean not null default false,
    settings jsonb not null default '{}',
    flags jsonb not null default '{}',
    grants text[] not null default '{}',
    used_quotas jsonb not null default '{}',
    created_at timestamptz not null default now(),
    deactivated_at timestamptz,
    rev bigint not null default 0)`,
  'create unique index users_email on users (lower(email))',
  'create index users_account on users (account_id)',
  `create table channels (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    type text not null check (type in ('private', 'acd')),
    owner_user_id text references users on delete cascade,
    name text,
    icon text not null default 'inbox',
    direct_dial text,
    follow_up_time integer check (type = 'private' or follow_up_time is not null),
    ring_seconds integer not null default 30,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    check ((type = 'private') = (owner_user_id is not null)))`,
  `create table channel_members (
    channel_id text not null references channels on delete cascade,
    user_id text not null references users on delete cascade,
    dialed_in boolean not null default true,
    joined_at timestamptz not null default now(),
    rev bigint not null default 0,
    primary key (channel_id, user_id))`,
  'create index channel_members_user on channel_members (user_id)',
  `create table numbers (
    e164 text primary key check (e164 ~ '^\\+[1-9][0-9]{3,14}$'),
    account_id text not null references accounts on delete cascade,
    channel_id text references channels on delete set null,
    label text,
    rev bigint not null default 0)`,
  `create table extensions (
    account_id text not null references accounts on delete cascade,
    extension text not null check (extension ~ '^[1-9][0-9]{0,4}$'),
    channel_id text not null references channels on delete cascade,
    primary key (account_id, extension))`,
  `create table endpoints (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    kind text not null check (kind in ('app', 'phone')),
    alias text not null,
    sip_username text not null unique,
    ha1 text not null,
    password_sealed bytea not null,
    created_at timestamptz not null default now())`,
  'create index endpoints_user on endpoints (user_id)',
  `create table registrations (
    id text primary key,
    endpoint_id text not null references endpoints on delete cascade,
    user_id text not null references users on delete cascade,
    contact_uri text not null,
    transport text not null check (transport in ('udp', 'tcp', 'tls', 'ws', 'wss')),
    remote_address text not null,
    remote_port integer not null,
    instance_id text,
    reg_id integer,
    path text[] not null default '{}',
    call_id text not null,
    cseq bigint not null,
    user_agent text,
    node text not null,
    epoch bigint not null,
    expires_at timestamptz not null,
    suspect boolean not null default false,
    rev bigint not null default 0)`,
  'create index registrations_user on registrations (user_id)',
  `create table nodes (
    node text primary key,
    epoch bigint not null,
    lease_until timestamptz not null)`,
  `create table calls (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    session_id text not null,
    node text not null,
    epoch bigint not null,
    lease_until timestamptz not null,
    started_at timestamptz not null,
    established_at timestamptz,
    ended_at timestamptz,
    ended_reason text)`,
  'create index calls_open on calls (node) where ended_at is null',
  'create index calls_session on calls (session_id)',
  `create table legs (
    id text primary key,
    call_id text not null references calls on delete cascade,
    sip_call_id text not null unique,
    user_id text references users on delete set null,
    endpoint_id text,
    channel_id text references channels on delete set null,
    role text not null check (role in ('caller', 'callee')),
    media_endpoint_id text,
    started_at timestamptz not null,
    established_at timestamptz,
    ended_at timestamptz,
    ended_reason text)`,
  'create index legs_call on legs (call_id)',
  `create table inbox_events (
    id text not null,
    account_id text not null references accounts on delete cascade,
    channel_id text not null references channels on delete cascade,
    call_id text references calls on delete set null,
    session_id text not null,
    owner text references users on delete set null,
    contact_id text,
    unresolved boolean not null,
    direction text not null check (direction in ('INCOMING', 'OUTGOING')),
    state text not null,
    on_phone_number text,
    remote_phone_number text,
    remote_user_id text references users on delete set null,
    remote_name text,
    original_channel_id text,
    phone_id text,
    started_at timestamptz not null,
    established_at timestamptz,
    terminated_at timestamptz,
    terminated_reason text,
    transferred_to jsonb,
    transferred_from jsonb,
    transfer_target jsonb,
    documentation jsonb not null default '{}',
    rev bigint not null default 0,
    primary key (channel_id, id))`,
  'create index inbox_events_listed on inbox_events (channel_id, started_at desc) where terminated_at is not null',
  'create index inbox_events_unresolved on inbox_events (channel_id) where unresolved and terminated_at is not null',
  'create index inbox_events_open on inbox_events (call_id) where terminated_at is null',
  `create table failed_dials (
    id bigint generated always as identity primary key,
    account_id text not null references accounts on delete cascade,
    channel_id text references channels on delete set null,
    owner text not null,
    target_phone_number text not null,
    sender_phone_number text,
    session_id text,
    code text not null,
    at timestamptz not null default now())`,
  `create table contacts (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    source text not null default 'SIDETONE',
    type text not null default 'contacts',
    name text not null,
    first_name text,
    last_name text,
    organization text,
    email text,
    avatar_url text,
    contact_url text,
    readonly boolean not null default false,
    phone_numbers jsonb not null default '[]',
    e164s text[] not null default '{}',
    search text not null default '',
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index contacts_numbers on contacts using gin (e164s)',
  'create index contacts_account on contacts (account_id)',
  `create table favorites (
    id text primary key,
    user_id text not null references users on delete cascade,
    contact_id text not null,
    integration_name text not null,
    display_name text not null,
    is_team boolean not null default false,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    unique (user_id, contact_id))`,
  `create table settings (
    key text primary key,
    value jsonb not null)`,
  `create table sign_in_attempts (
    key text primary key,
    failures integer not null,
    last_at timestamptz not null)`,
  `create table oidc_documents (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    uid text,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (model, id))`,
  'create index oidc_documents_grant on oidc_documents (grant_id)',
  'create index oidc_documents_uid on oidc_documents (uid)',
  'create index oidc_documents_expiry on oidc_documents (expires_at)',
];
