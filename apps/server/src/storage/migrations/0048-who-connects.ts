import { type Kysely, sql } from 'kysely';

/**
 * Connecting address books needs a grant of its own. In companies that have connected one, those who could do so until now
 * still can: somebody has to enter its password again when it changes.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    update users set grants = array_append(grants, 'INTEGRATION_WRITE')
      where 'CONTACT_WRITE' = any(grants) and not 'INTEGRATION_WRITE' = any(grants)
        and account_id in (select account_id from integrations where connected_by is not null)
  `.execute(db);
}
