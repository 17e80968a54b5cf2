import { type Kysely, sql } from 'kysely';

/** The words of transcripts can be watched. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table transcript_words add column rev bigint not null default nextval('revisions')",
  `create trigger announce after insert or update or delete on transcript_words
    for each row execute function announce_row('doc_id')`,
];
