import { type Kysely, sql } from 'kysely';

/** What the documentation of calls keeps: what it heard, requests to services without a word of them, and how many calls a month had. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const event = 'foreign key (channel_id, doc_id) references inbox_events (channel_id, id) on update cascade on delete';

const statements = [
  // Sounds that calls are documented from; a table of its own, so that nothing that lists or plays recordings finds them.
  `create table captures (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text references users on delete set null,
    channel_id text not null references channels on delete cascade,
    doc_id text not null,
    session_id text not null,
    state text not null check (state in ('asking', 'recording', 'paused', 'stopped', 'processing', 'ready', 'failed')),
    consent jsonb,
    original_path text,
    mp3_path text,
    duration_ms integer,
    waveform jsonb,
    failure text,
    started_at timestamptz not null,
    stopped_at timestamptz)`,
  'create index captures_event on captures (channel_id, doc_id)',
  'create index captures_account on captures (account_id, started_at)',
  // What services heard of single pieces, until the transcript is there.
  `create table heard_pieces (
    channel_id text not null,
    doc_id text not null,
    side smallint not null check (side in (0, 1)),
    start_ms integer not null,
    end_ms integer not null,
    heard jsonb not null,
    primary key (channel_id, doc_id, side, start_ms, end_ms),
    ${event} cascade)`,
  `create table transcript_words (
    channel_id text not null,
    doc_id text not null,
    side smallint not null check (side in (0, 1)),
    words jsonb not null,
    primary key (channel_id, doc_id, side),
    ${event} cascade)`,
  // One row a request. It outlives its call, and does not name it then.
  `create table ai_runs (
    id bigint generated always as identity primary key,
    account_id text not null references accounts on delete cascade,
    user_id text references users on delete set null,
    channel_id text,
    doc_id text,
    step text not null check (step in ('transcribe', 'document')),
    key text not null,
    connection_id text not null,
    kind text not null,
    model text not null,
    prompt text,
    counted boolean not null,
    tokens_in integer,
    tokens_out integer,
    audio_seconds real,
    price bigint,
    currency text,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    outcome text,
    points integer,
    dropped integer,
    ${event} set null (doc_id))`,
  'create index ai_runs_account on ai_runs (account_id, started_at)',
  'create index ai_runs_event on ai_runs (channel_id, doc_id)',
  // Calls of a month of which a service outside of this server was asked.
  `create table ai_usage (
    account_id text not null references accounts on delete cascade,
    month text not null,
    calls integer not null default 0,
    primary key (account_id, month))`,
  // The search for parts that nobody makes finds few calls among many.
  `create index inbox_events_in_the_making on inbox_events (started_at)
    where jsonb_path_exists(documentation,
      '$.*[*] ? (exists (@.status ? (@ == "waiting" || @ == "loading")) || exists (@.transcription.status ? (@ == "waiting" || @ == "loading")))')`,
];
