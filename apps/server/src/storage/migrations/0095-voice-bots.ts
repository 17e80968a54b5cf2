import { type Kysely, sql } from 'kysely';

/** Voice bots as voices of call assistants, and the calls that they have. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // See `botSettings` of the contract; null where the exchange itself asks questions.
  `alter table assistants
    add column bot jsonb check (jsonb_typeof(bot) = 'object'),
    add column bot_secret_sealed bytea`,
  // A call that a bot has now, or begins to have. The id is that of the result which comes of it.
  `create table assistant_bot_calls (
    id text primary key,
    call_sid text not null unique,
    assistant_id text not null references assistants on delete cascade,
    account_id text not null references accounts on delete cascade,
    -- Of the inbox event, which may be written a moment later.
    channel_id text not null,
    doc_id text not null,
    session_id text not null,
    -- The server that has the call.
    node text not null,
    started_at timestamptz not null,
    -- Null until the bot has the caller.
    connected_at timestamptz,
    -- What it said when it handed the call over.
    summary text)`,
  'create index assistant_bot_calls_assistant on assistant_bot_calls (assistant_id, session_id)',
  'create index assistant_bot_calls_account on assistant_bot_calls (account_id)',
  'create index assistant_results_session on assistant_results (assistant_id, session_id) where session_id is not null',
  `create or replace function ask_for_erasure_of_assistant_results() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables)
        values (array['assistant_results', 'assistant_feedback', 'assistant_answers', 'assistant_bot_calls']);
      end if;
      return null;
    end $$`,
];
