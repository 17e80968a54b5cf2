import { type Kysely, sql } from 'kysely';

/** Mail servers of accounts, of what users are mailed, and what became of each mail. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table mail_servers (
    account_id text primary key references accounts on delete cascade,
    host text not null,
    port integer not null check (port between 1 and 65535),
    security text not null check (security in ('tls', 'starttls')),
    sign_in text not null default '',
    password_sealed bytea,
    from_address text not null,
    from_name text not null default '',
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on mail_servers for each row execute function touch_row()',
  // Nothing is left of a password or an address that was deleted.
  `create function ask_for_erasure_of_mail_servers() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['mail_servers']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on mail_servers referencing old table as gone
    for each statement execute function ask_for_erasure_of_mail_servers()`,
  `create table mail_wishes (
    user_id text primary key references users on delete cascade,
    voicemails text not null check (voicemails in ('off', 'link', 'sound')),
    missed_calls text not null check (missed_calls in ('off', 'each', 'summary')),
    every_minutes integer not null check (every_minutes between 1 and 1440),
    channel_ids text[] not null,
    -- Calls that ended before are not mailed.
    since timestamptz not null default now())`,
  // One row a mail, without a word of what it says. Its id is made of its user and its calls, and is that of the message.
  `create table mails (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    kind text not null check (kind in ('voicemail', 'missedCalls')),
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    tries integer not null default 0,
    status integer,
    problem text,
    next_at timestamptz,
    tried_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz)`,
  'create index mails_account on mails (account_id, created_at)',
  'create index mails_user on mails (user_id)',
  "create index mails_waiting on mails (id) where state = 'waiting'",
  // Each user is mailed once of a call.
  `create table mail_events (
    user_id text not null,
    channel_id text not null,
    doc_id text not null,
    mail_id text not null references mails on delete cascade,
    primary key (user_id, channel_id, doc_id),
    foreign key (channel_id, doc_id) references inbox_events (channel_id, id) on update cascade on delete cascade)`,
  'create index mail_events_mail on mail_events (mail_id)',
  'create index mail_events_event on mail_events (channel_id, doc_id)',
];
