import { type Kysely, sql } from 'kysely';

/** Skills of an account, the levels that its users have in them, and what the callers of a number need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table skills (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create unique index skills_name on skills (account_id, lower(name))',
  'create trigger touch before insert or update on skills for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on skills
    for each row execute function announce_row('account_id')`,
  `create table user_skills (
    user_id text not null references users on delete cascade,
    skill_id text not null references skills on delete cascade,
    account_id text not null references accounts on delete cascade,
    level smallint not null check (level between 1 and 3),
    rev bigint not null default 0,
    primary key (user_id, skill_id))`,
  'create index user_skills_skill on user_skills (skill_id)',
  'create trigger touch before insert or update on user_skills for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on user_skills
    for each row execute function announce_row('account_id')`,
  // As the needs of queues and keys: a list of ids with levels.
  "alter table numbers add column skills jsonb not null default '[]' check (jsonb_typeof(skills) = 'array')",
];
