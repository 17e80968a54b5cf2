import { type Kysely, sql } from 'kysely';

/** Mails about a shared channel to an address of its own, besides those that its members wish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table channel_mails (
    channel_id text primary key references channels on delete cascade,
    account_id text not null references accounts on delete cascade,
    address text not null,
    voicemails text not null check (voicemails in ('off', 'link', 'sound')),
    missed_calls text not null check (missed_calls in ('off', 'each', 'summary')),
    every_minutes integer not null check (every_minutes between 1 and 1440),
    language text not null check (language in ('de', 'en')),
    -- Members get no mails about the channel.
    instead boolean not null,
    -- Calls that ended before are not mailed.
    since timestamptz not null default now(),
    -- When the code that was mailed there was entered; null: it was not, and nothing else goes there.
    confirmed_at timestamptz,
    code_sealed bytea,
    code_sent_at timestamptz,
    code_tries integer not null default 0)`,
  'create index channel_mails_account on channel_mails (account_id)',
  // A mail goes to a user or to the address of a channel.
  `alter table mails alter column user_id drop not null,
    add column channel_id text references channels on delete cascade,
    add check (num_nonnulls(user_id, channel_id) = 1)`,
  'create index mails_channel on mails (channel_id) where channel_id is not null',
  // Metrics count what was tried in the last hour.
  'create index mails_tried on mails (tried_at)',
];
