import { sql } from 'kysely';
import type { DocumentedCall } from './documentation-writer.ts';
import type { Writer } from './writer.ts';

/** Parts that are made of a transcript. */
const madeOfIt = ['summary', 'actionItem', 'smallTalk', 'callHeadline', 'smartAnswers'] as const;

/**
 * Takes out of a call what quotes its transcript: words with their times, what rules made, and the other form of a voicemail's
 * transcript. What a model wrote stays, and no longer says what it rests on; `withMade` takes it as well. False, with nothing done, for a text of a voicemail that
 * nothing else was made of. Who calls this asks for an erasure as well.
 */
export async function forgetTranscript(
  trx: Writer,
  { channelId, docId }: DocumentedCall,
  part: 'transcription' | 'voicemailTranscription',
  { withMade = false }: { readonly withMade?: boolean } = {},
): Promise<boolean> {
  const row = await trx
    .selectFrom('inbox_events')
    .select(
      sql<boolean | null>`documentation #>> '{transcription,madeBy,fingerprint}'
        = documentation #>> '{voicemail,transcription,madeBy,fingerprint}'`.as('same'),
    )
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .executeTakeFirst();
  const areSame = row?.same ?? false;
  if (part === 'voicemailTranscription' && !areSame) return false;
  for (const table of ['transcript_words', 'heard_pieces'] as const) {
    await trx.deleteFrom(table).where('channel_id', '=', channelId).where('doc_id', '=', docId).execute();
  }
  const kept = areSame ? sql`documentation #- '{voicemail,transcription}'` : sql`documentation`;
  await sql`
    update inbox_events set documentation = (
      select coalesce(jsonb_object_agg(key, case when key = any(${[...madeOfIt]}::text[]) then without_evidence else value end), '{}')
      from jsonb_each(${kept}) as part
      cross join lateral (select case
        when jsonb_typeof(value -> 'items') = 'array' then jsonb_set(value - 'evidence' - 'renewal', '{items}', (
          select coalesce(jsonb_agg(item - 'evidence' order by at), '[]')
          from jsonb_array_elements(value -> 'items') with ordinality as items (item, at)))
        when jsonb_typeof(value) = 'object' then value - 'evidence' - 'renewal'
        else value end as without_evidence) as changed
      where key <> 'transcription'
        and not (key = any(${[...madeOfIt]}::text[]) and (${withMade} or coalesce(value #>> '{madeBy,kind}' = 'basic', false))))
    where channel_id = ${channelId} and id = ${docId}`.execute(trx);
  return true;
}
