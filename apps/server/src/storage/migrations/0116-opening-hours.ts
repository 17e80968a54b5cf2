import { type Kysely, sql } from 'kysely';

/** Opening hours that channels of an account share, with the public holidays of a place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table opening_hours (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    -- What they say, as the contract has it.
    settings jsonb not null check (jsonb_typeof(settings) = 'object'),
    -- Public holidays of the place that the settings name, worked out beforehand.
    public_holidays jsonb not null default '[]' check (jsonb_typeof(public_holidays) = 'array'),
    -- The last day for which they are worked out; null where no place is named.
    holidays_until date,
    -- Goes up by one with each change by an administrator.
    revision integer not null default 0,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index opening_hours_account on opening_hours (account_id)',
  'create index opening_hours_due on opening_hours (holidays_until) where holidays_until is not null',
  'create trigger touch before insert or update on opening_hours for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on opening_hours
    for each row execute function announce_row('account_id')`,
];
