import { type Kysely, sql } from 'kysely';

/** Callers whom call assistants ask, and what they answered. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // What an assistant says: ids of announcements. Those of its questions are with the questions.
  'alter table assistants add column greeting_announcement_id text, add column goodbye_announcement_id text',
  // The id is that of the result which comes of it.
  `create table assistant_askings (
    id text primary key,
    assistant_id text not null references assistants on delete cascade,
    account_id text not null references accounts on delete cascade,
    -- Of the inbox event, which may be written a moment later.
    channel_id text not null,
    doc_id text not null,
    session_id text not null,
    -- The server that has the files.
    node text not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    ended text check (ended in ('answered', 'person', 'left')))`,
  'create index assistant_askings_assistant on assistant_askings (assistant_id)',
  'create index assistant_askings_account on assistant_askings (account_id)',
  // `words` is null until they were heard, `path` once they were.
  `create table assistant_answers (
    asking_id text not null references assistant_askings on delete cascade,
    question_id text not null,
    position integer not null,
    label text not null,
    question text not null,
    path text unique,
    duration_ms integer,
    words text,
    primary key (asking_id, question_id))`,
  // Who deletes a result deletes what its words are being made of, too.
  `create function asking_goes_with_result() returns trigger language plpgsql as $$
    begin
      delete from assistant_askings where id = old.id;
      return null;
    end $$`,
  `create trigger asking_goes after delete on assistant_results
    for each row execute function asking_goes_with_result()`,
  `create or replace function ask_for_erasure_of_assistant_results() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['assistant_results', 'assistant_feedback', 'assistant_answers']);
      end if;
      return null;
    end $$`,
];
