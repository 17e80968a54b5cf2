import { type Kysely, sql } from 'kysely';

/**
 * Anonymous callers may be asked for a key, and users mark callers who are a nuisance: where enough did, the company's list
 * proposes them or has them by itself, for as long as the marks last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table blocked_callers
    -- Of anonymous callers: they are not refused, but asked.
    add column asks boolean not null default false check (not asks or kind = 'anonymous'),
    -- By marks of users, not by an administrator.
    add column is_learned boolean not null default false`,
  `create table nuisance_marks (
    account_id text not null references accounts on delete cascade,
    -- In E.164.
    number text not null,
    user_id text not null references users on delete cascade,
    marked_at timestamptz not null default now(),
    primary key (account_id, number, user_id))`,
  'create index nuisance_marks_user on nuisance_marks (user_id)',
  'create index nuisance_marks_old on nuisance_marks (marked_at)',
  // Nothing is left of a caller who is marked no longer.
  `create function ask_for_erasure_of_nuisance_marks() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['nuisance_marks']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on nuisance_marks referencing old table as gone
    for each statement execute function ask_for_erasure_of_nuisance_marks()`,
  // See nuisanceSettings of the contract.
  `alter table accounts add column nuisance jsonb not null default '{}'`,
];
