import { type Kysely, sql } from 'kysely';

/** A transcript finds the result that it belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index assistant_results_transcript on assistant_results (transcript_doc_id)
    where transcript_doc_id is not null`.execute(db);
}
