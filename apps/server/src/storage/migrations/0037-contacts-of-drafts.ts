import { type Kysely, sql } from 'kysely';

/** Which draft a contact was made of, so that a draft that is sent again after a lost reply makes no second one. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table contacts add column draft_key text`.execute(db);
  await sql`create unique index contacts_of_drafts on contacts (integration_id, draft_key)
    where draft_key is not null`.execute(db);
  // How an external id ends tells as well what a draft became elsewhere; read backwards, that is how it begins.
  await sql`create index contacts_external_backwards on contacts (integration_id, reverse(external_id) text_pattern_ops)
    where external_id is not null`.execute(db);
}
