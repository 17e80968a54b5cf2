import { type Kysely, sql } from 'kysely';

/** Of a grant: which browser or program it was given to, and from which address the password came. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table oidc_documents add column agent text, add column address text`.execute(db);
  await sql`create index oidc_documents_of_user on oidc_documents ((payload ->> 'accountId'))`.execute(db);
}
