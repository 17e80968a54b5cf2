import { type Kysely, sql } from 'kysely';

/** What logs in CRMs say of a call besides what they always say, as the administrators of an account chose it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // An account without a row has neither.
  `create table call_log_texts (
    account_id text primary key references accounts on delete cascade,
    small_talk boolean not null default false,
    link boolean not null default false,
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on call_log_texts for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on call_log_texts
    for each row execute function announce_row('account_id')`,
];
