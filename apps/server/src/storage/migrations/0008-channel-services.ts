import { type Kysely, sql } from 'kysely';

/**
 * Messages that callers leave for channels, and what each member chose for a channel: the sender of their calls, the
 * phone of the classic generation, and which of their devices it rings.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table voicemails (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    channel_id text not null references channels on delete cascade,
    doc_id text not null,
    session_id text not null,
    state text not null check (state in ('recording', 'processing', 'ready', 'failed')),
    original_path text not null,
    mp3_path text,
    duration_ms integer,
    waveform jsonb,
    failure text,
    started_at timestamptz not null,
    read_at timestamptz,
    rev bigint not null default 0)`,
  'create index voicemails_event on voicemails (channel_id, doc_id)',
  'create index voicemails_age on voicemails (account_id, started_at)',
  `create index voicemails_unfinished on voicemails (state) where state not in ('ready', 'failed')`,
  'create trigger touch before insert or update on voicemails for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on voicemails
    for each row execute function announce_row('id', 'channel_id')`,
  // A number in E.164, anonymous or suppressed; null for the number of the channel.
  'alter table channel_members add column sender text',
  'alter table channel_members add column phone_id text references phones on delete set null',
  // Null for all that the member has, now and later.
  'alter table channel_members add column endpoint_ids text[]',
  'alter table channel_members add column dialed_changed_at timestamptz',
  // Presence follows from them: who is claimed is busy before anything rings.
  `create trigger announce after insert or update or delete on agent_claims
    for each row execute function announce_row('user_id')`,
];
