import { type Kysely, sql } from 'kysely';

/** Sets of questions that users have answered for their calls, and which set is for which calls. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ownSet = (column: string) =>
  `foreign key (user_id, ${column}) references smart_answer_sets (user_id, id) on delete set null (${column})`;

const statements = [
  `create table smart_answer_sets (
    id text primary key,
    user_id text not null references users on delete cascade,
    title text,
    questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
    auto_copy_to_note boolean not null default false,
    created_at timestamptz not null default clock_timestamp(),
    changed_at timestamptz not null default now(),
    rev bigint not null default 0,
    unique (user_id, id))`,
  // Nobody has another one's set, and who leaves a channel leaves its assignments.
  `create table smart_answer_assignments (
    user_id text not null references users on delete cascade,
    channel_id text not null,
    inbound_set_id text,
    outbound_set_id text,
    rev bigint not null default 0,
    primary key (user_id, channel_id),
    foreign key (channel_id, user_id) references channel_members on delete cascade,
    ${ownSet('inbound_set_id')},
    ${ownSet('outbound_set_id')})`,
  'create index smart_answer_assignments_channel on smart_answer_assignments (channel_id, user_id)',
  'create index smart_answer_assignments_inbound on smart_answer_assignments (user_id, inbound_set_id)',
  'create index smart_answer_assignments_outbound on smart_answer_assignments (user_id, outbound_set_id)',
  ...['smart_answer_sets', 'smart_answer_assignments'].flatMap((table) => [
    `create trigger touch before insert or update on ${table} for each row execute function touch_row()`,
    `create trigger announce after insert or update or delete on ${table}
      for each row execute function announce_row('user_id')`,
  ]),
  // Nothing is left of a question that was deleted, with its set or alone.
  `create function ask_for_erasure_of_smart_answer_sets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or exists (
        select from jsonb_array_elements(old.questions) as before (question)
        where not new.questions @> jsonb_build_array(jsonb_build_object('id', question -> 'id'))) then
        insert into erasures (tables) values (array['smart_answer_sets']);
      end if;
      return null;
    end $$`,
  `create trigger erase after update or delete on smart_answer_sets
    for each row execute function ask_for_erasure_of_smart_answer_sets()`,
  'alter table ai_runs drop constraint ai_runs_step_check',
  `alter table ai_runs add constraint ai_runs_step_check check (step in ('transcribe', 'document', 'answers'))`,
];
