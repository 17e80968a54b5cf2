import { type Kysely, sql } from 'kysely';

/** Chats of users about their calls. An answer that rests on a call goes with the call, and with its transcript. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table chats (
    id text primary key,
    user_id text not null references users on delete cascade,
    title text,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index chats_of_user on chats (user_id, used_at desc)',
  'create index chats_used on chats (used_at)',
  // `service`: who wrote it; null for quotes alone.
  `create table chat_messages (
    id text primary key,
    chat_id text not null references chats on delete cascade,
    text text not null,
    channel_ids text[],
    from_day date,
    to_day date,
    asked_at timestamptz not null default clock_timestamp(),
    state text not null default 'waiting'
      check (state in ('waiting', 'reading', 'done', 'nothing', 'stopped', 'failed', 'removed')),
    problem text,
    service text,
    blocks jsonb not null default '[]' check (jsonb_typeof(blocks) = 'array'),
    calls integer not null default 0,
    rating text check (rating in ('up', 'down')),
    rev bigint not null default 0)`,
  'create index chat_messages_of_chat on chat_messages (chat_id, asked_at)',
  "create index chat_messages_growing on chat_messages (id) where state in ('waiting', 'reading')",
  // Where the words are, and never the words.
  `create table chat_citations (
    message_id text not null references chat_messages on delete cascade,
    number integer not null,
    channel_id text not null,
    doc_id text not null,
    utterance_ids text[] not null,
    primary key (message_id, number),
    foreign key (channel_id, doc_id) references inbox_events (channel_id, id) on update cascade on delete cascade)`,
  'create index chat_citations_of_call on chat_citations (channel_id, doc_id)',
  // Questions of the last hour, also of chats that are gone.
  `create table chat_questions (
    user_id text not null references users on delete cascade,
    asked_at timestamptz not null default clock_timestamp())`,
  'create index chat_questions_of_user on chat_questions (user_id, asked_at)',
  ...['chats', 'chat_messages'].map(
    (table) => `create trigger touch before insert or update on ${table} for each row execute function touch_row()`,
  ),
  `create trigger announce after insert or update or delete on chats
    for each row execute function announce_row('user_id')`,
  `create trigger announce after insert or update or delete on chat_messages
    for each row execute function announce_row('chat_id')`,
  `create function remove_answers_about() returns trigger language plpgsql as $$
    declare
      removed text[];
    begin
      select array_agg(distinct message_id) into removed from chat_citations
        where channel_id = old.channel_id and doc_id = old.id;
      if removed is not null then
        -- Messages before citations, in the order in which answers are written and chats are deleted.
        update chat_messages set state = 'removed', blocks = '[]', service = null, problem = null, rating = null
          where id = any(removed);
        delete from chat_citations where message_id = any(removed);
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`,
  // While the citations are still there.
  `create trigger remove_answers before delete on inbox_events
    for each row execute function remove_answers_about()`,
  // What was said is no longer there, or is another text.
  `create trigger remove_answers_of_transcript before update of documentation on inbox_events for each row
    when (old.documentation #> '{transcription,items}' is distinct from new.documentation #> '{transcription,items}')
    execute function remove_answers_about()`,
  // Nothing is left of questions and answers that were deleted.
  `create function ask_for_erasure_of_answer() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (old.blocks <> '[]' and new.blocks is distinct from old.blocks) then
        insert into erasures (tables) values (array['chat_messages']);
      end if;
      return null;
    end $$`,
  `create function ask_for_erasure_of_chat() returns trigger language plpgsql as $$
    begin
      insert into erasures (tables) values (array['chats']);
      return null;
    end $$`,
  `create trigger erase after delete or update on chat_messages
    for each row execute function ask_for_erasure_of_answer()`,
  'create trigger erase after delete on chats for each row execute function ask_for_erasure_of_chat()',
  'alter table ai_runs drop constraint ai_runs_step_check',
  `alter table ai_runs add constraint ai_runs_step_check
    check (step in ('transcribe', 'document', 'answers', 'chat'))`,
];
