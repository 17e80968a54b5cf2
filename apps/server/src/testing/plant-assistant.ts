import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

interface OfMember {
  readonly accountId: string;
  readonly memberId: string;
  readonly assistantId: string;
}

/** A call assistant of the account whose results the member sees, with a token and a result. */
export async function plantAssistant(db: Database, { accountId, memberId, assistantId }: OfMember): Promise<void> {
  // An account has so many of them at most.
  await db.deleteFrom('assistants').where('account_id', '=', accountId).execute();
  await sql`insert into assistants (id, account_id, name) values (${assistantId}, ${accountId}, 'Front desk')`.execute(
    db,
  );
  await sql`insert into assistant_users (assistant_id, user_id, may_see_transcripts)
    values (${assistantId}, ${memberId}, true)`.execute(db);
  await sql`insert into assistant_tokens (id, assistant_id, account_id, token_hash, name)
    values (${`token-${assistantId}`}, ${assistantId}, ${accountId}, ${assistantId}, 'Agent')`.execute(db);
  const resultId = `result-${assistantId}`;
  await sql`insert into assistant_results
      (id, assistant_id, account_id, sender_id, sent_digest, started_at, state, transcript_doc_id)
    values (${resultId}, ${assistantId}, ${accountId}, '1', '', now(), 'OPEN', ${resultId})`.execute(db);
}
