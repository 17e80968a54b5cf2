import { type Kysely, sql } from 'kysely';

/**
 * `ha1` was as good as the password beside it, which is sealed: anybody who read it could sign in as the phone. It is
 * made of the password when it is needed. USING has PostgreSQL write the table again, so that no old copy of a row keeps it; the
 * column itself goes one release later, and stays empty until then.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table endpoints
      alter column ha1 type text using substr(ha1, 1, 0),
      alter column ha1 set default ''`.execute(db);
  await sql`alter table endpoints add constraint endpoints_no_ha1 check (ha1 = '')`.execute(db);
}
