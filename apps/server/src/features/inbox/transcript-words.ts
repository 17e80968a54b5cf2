import type { transcriptSide } from '@sidetone/contract/entities/documentation.ts';
import type { z } from 'zod';
import type { Database } from '../../storage/database.ts';

type SideRow = z.output<typeof transcriptSide> & { readonly rev: number };

/** The words of a call's transcript with their seconds, a row for each side that spoke. */
export async function readTranscriptWords(
  db: Database,
  { channelId, docId }: { readonly channelId: string; readonly docId: string },
): Promise<SideRow[]> {
  const rows = await db
    .selectFrom('transcript_words')
    .select(['side', 'words', 'rev'])
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .orderBy('side')
    .execute();
  return rows.map(({ side, words, rev }) => ({
    id: String(side),
    speaker: side === 0 ? 0 : 1,
    words: words.map(({ text, start, end }) => [text, hundredths(start), hundredths(end)]),
    rev: Number(rev),
  }));
}

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100;
