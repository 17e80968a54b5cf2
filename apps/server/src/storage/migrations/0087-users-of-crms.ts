import { type Kysely, sql } from 'kysely';

/** Which user of a CRM a user is, where an administrator said so. The others are found by their e-mail address. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table crm_users (
    integration_id text not null references integrations on delete cascade,
    user_id text not null references users on delete cascade,
    crm_user_id text not null,
    chosen_by text not null,
    chosen_at timestamptz not null default now(),
    primary key (integration_id, user_id))`,
  'create index crm_users_user on crm_users (user_id)',
];
