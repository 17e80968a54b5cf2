import { type Kysely, sql } from 'kysely';

/** The search for parts that were asked for once more and that nobody makes finds few calls among many. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql
    .raw(`create index inbox_events_renewals on inbox_events (started_at)
      where jsonb_path_exists(documentation, '$.*.renewal.status ? (@ == "waiting")')`)
    .execute(db);
}
