import { type Kysely, sql } from 'kysely';

/** Call assistants, who uses them, the results of calls that they took, and the tokens with which agents deliver those. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const touch = (table: string) =>
  `create trigger touch before insert or update on ${table} for each row execute function touch_row()`;
const announce = (table: string, ...keys: string[]) =>
  `create trigger announce after insert or update or delete on ${table}
    for each row execute function announce_row(${keys.map((key) => `'${key}'`).join(', ')})`;
const list = (column: string) => `${column} jsonb not null default '[]' check (jsonb_typeof(${column}) = 'array')`;

const statements = [
  `create table assistants (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    channel_id text references channels on delete set null,
    greeting text not null default '',
    ${list('questions')},
    ${list('topics')},
    -- Goes up by one with each change by an administrator.
    revision integer not null default 0,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index assistants_account on assistants (account_id)',
  'create index assistants_channel on assistants (channel_id)',
  touch('assistants'),
  announce('assistants', 'account_id'),

  `create table assistant_users (
    assistant_id text not null references assistants on delete cascade,
    user_id text not null references users on delete cascade,
    may_see_transcripts boolean not null,
    rev bigint not null default 0,
    primary key (assistant_id, user_id))`,
  'create index assistant_users_user on assistant_users (user_id)',
  touch('assistant_users'),
  announce('assistant_users', 'user_id'),
  // Users have the ids of their assistants, and assistants those of their users.
  `create function assistant_users_are_told() returns trigger language plpgsql as $$
    declare
      row_now assistant_users := case when tg_op = 'DELETE' then old else new end;
    begin
      update users set id = id where id = row_now.user_id;
      update assistants set id = id where id = row_now.assistant_id;
      return null;
    end $$`,
  `create trigger told after insert or update or delete on assistant_users
    for each row execute function assistant_users_are_told()`,

  // Of the token itself only its digest.
  `create table assistant_tokens (
    id text primary key,
    assistant_id text not null references assistants on delete cascade,
    account_id text not null references accounts on delete cascade,
    token_hash text not null unique,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    rev bigint not null default 0)`,
  'create index assistant_tokens_assistant on assistant_tokens (assistant_id)',
  touch('assistant_tokens'),
  announce('assistant_tokens', 'account_id'),

  `create table assistant_results (
    id text primary key,
    assistant_id text not null references assistants on delete cascade,
    account_id text not null references accounts on delete cascade,
    -- The sender's id of it, and what they sent, to tell a second delivery of the same from another one.
    sender_id text not null,
    sent_digest text not null,
    session_id text,
    remote_number text,
    started_at timestamptz not null,
    duration_ms integer,
    state text not null check (state in ('OPEN', 'DONE')),
    primary_topic text,
    ${list('topics')},
    ${list('rows')},
    summary text,
    ${list('key_points')},
    note text not null default '',
    note_revision integer not null default 0,
    note_by text,
    note_at timestamptz,
    -- Names its file; null where none was delivered.
    transcript_doc_id text,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    unique (assistant_id, sender_id))`,
  'create index assistant_results_listed on assistant_results (assistant_id, state, started_at desc, id)',
  'create index assistant_results_account on assistant_results (account_id, started_at)',
  touch('assistant_results'),
  announce('assistant_results', 'assistant_id'),

  `create table assistant_feedback (
    result_id text not null references assistant_results on delete cascade,
    user_id text not null references users on delete cascade,
    rating integer not null check (rating in (0, 1)),
    comment text,
    at timestamptz not null default now(),
    rev bigint not null default 0,
    primary key (result_id, user_id))`,
  'create index assistant_feedback_user on assistant_feedback (user_id)',
  touch('assistant_feedback'),
  announce('assistant_feedback', 'result_id'),

  // What was deleted here does not come back with a second delivery.
  `create table assistant_deleted_results (
    assistant_id text not null references assistants on delete cascade,
    sender_id text not null,
    result_id text not null,
    at timestamptz not null default now(),
    primary key (assistant_id, sender_id))`,

  `create table assistant_counts (
    assistant_id text primary key references assistants on delete cascade,
    account_id text not null references accounts on delete cascade,
    open integer not null default 0,
    done integer not null default 0,
    rev bigint not null default 0)`,
  touch('assistant_counts'),
  announce('assistant_counts', 'assistant_id'),
  `create function count_assistant_results() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update assistant_counts
        set open = open - (old.state = 'OPEN')::int, done = done - (old.state = 'DONE')::int
        where assistant_id = old.assistant_id;
      end if;
      if tg_op <> 'DELETE' then
        update assistant_counts
        set open = open + (new.state = 'OPEN')::int, done = done + (new.state = 'DONE')::int
        where assistant_id = new.assistant_id;
      end if;
      return null;
    end $$`,
  `create trigger count after insert or delete on assistant_results
    for each row execute function count_assistant_results()`,
  `create trigger count_changed after update of state on assistant_results
    for each row when (old.state <> new.state) execute function count_assistant_results()`,
  `create function new_assistant_counts_nothing() returns trigger language plpgsql as $$
    begin
      insert into assistant_counts (assistant_id, account_id) values (new.id, new.account_id);
      return null;
    end $$`,
  'create trigger counted after insert on assistants for each row execute function new_assistant_counts_nothing()',

  // Nothing is left of what was deleted.
  `create function ask_for_erasure_of_assistant_results() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['assistant_results', 'assistant_feedback']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on assistant_results referencing old table as gone
    for each statement execute function ask_for_erasure_of_assistant_results()`,
  `create function ask_for_erasure_of_assistant_notes() returns trigger language plpgsql as $$
    begin
      insert into erasures (tables) values (array['assistant_results']);
      return null;
    end $$`,
  `create trigger erase_note after update of note on assistant_results
    for each row when (old.note <> '' and new.note = '') execute function ask_for_erasure_of_assistant_notes()`,
];
