import { type Kysely, sql } from 'kysely';

/** Where alarms are reported, which there are and were, and what is sent of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table alarm_settings (
    account_id text primary key references accounts on delete cascade,
    emails text[] not null default '{}',
    language text not null check (language in ('de', 'en')),
    webhook_url text,
    secret_sealed bytea,
    -- Kinds that are sent to nobody.
    off text[] not null default '{}',
    most_waiting integer,
    most_wait_seconds integer,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    check ((webhook_url is null) = (secret_sealed is null)))`,
  'create trigger touch before insert or update on alarm_settings for each row execute function touch_row()',
  // The most desk phones that were registered on a day; a row of its own, as what is seen changes no setting.
  `create table phones_seen (
    account_id text primary key references alarm_settings on delete cascade,
    most integer not null,
    day date not null)`,
  `create table alarms (
    id bigint generated always as identity primary key,
    account_id text not null references accounts on delete cascade,
    -- What it is about: one of these is open at a time.
    key text not null,
    kind text not null,
    code text not null,
    -- The worst code that was reported.
    worst text not null,
    is_of_server boolean not null,
    name text not null,
    host text not null,
    said text,
    count double precision,
    seen_at timestamptz not null,
    -- Null: it has not lasted long enough.
    began_at timestamptz,
    -- Since when it is fine again, while it is not known whether it stays so.
    fine_at timestamptz,
    ended_at timestamptz,
    told_at timestamptz,
    acknowledged_at timestamptz,
    acknowledged_by text,
    rev bigint not null default 0)`,
  'create unique index alarms_open on alarms (account_id, key) where ended_at is null',
  'create index alarms_before on alarms (account_id, ended_at)',
  'create trigger touch before insert or update on alarms for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on alarms
    for each row execute function announce_row('account_id')`,
  // What is sent: to one address, or to the webhook. `once` keeps it from being sent a second time.
  `create table notices (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    once text not null,
    kind text not null check (kind in ('begin', 'worse', 'again', 'end', 'report')),
    way text not null check (way in ('mail', 'webhook')),
    -- An address; empty for the webhook, which is read when it is sent.
    target text not null,
    language text not null,
    about jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    tries integer not null default 0,
    status integer,
    problem text,
    next_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    unique (account_id, once))`,
  'create index notices_account on notices (account_id, created_at)',
  `create function ask_for_erasure_of_notices() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['alarm_settings', 'notices']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on alarm_settings referencing old table as gone
    for each statement execute function ask_for_erasure_of_notices()`,
];
