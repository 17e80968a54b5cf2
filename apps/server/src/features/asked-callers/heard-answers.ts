import { assistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { removeOrphans } from '../../sound/orphans.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';

interface HeardParts {
  readonly db: Database;
  readonly files: SoundFiles;
  /** Keeps what was said, as a file that the result names; durable when it fulfils. */
  keepTranscript(of: { readonly assistantId: string; readonly transcriptDocId: string }, text: string): Promise<void>;
}

/** What is made of answers besides their words. */
interface Made {
  readonly topics: readonly string[];
  readonly keyPoints: readonly string[];
  readonly transcript: string;
}

/** What is heard of callers' answers, as the AI room has it made (its `AskingStore`), and as their results show it. */
export function heardAnswers(parts: HeardParts) {
  return {
    read: (resultId: string) => readAsking(parts, resultId),
    /** The words are there, so that the sound can go. */
    heard: (resultId: string, questionId: string, words: string) => keepWords(parts, resultId, questionId, words),
    /** The result has everything; what it was made of goes. */
    done: (resultId: string, made: Made) => finish(parts, resultId, made),
    /** What was not heard stays empty. */
    async lost(resultId: string): Promise<void> {
      for (const { question_id, words } of await answersOf(parts.db, resultId))
        if (words === null) await keepWords(parts, resultId, question_id, '');
      await parts.db.deleteFrom('assistant_askings').where('id', '=', resultId).execute();
    },
  };
}

async function readAsking({ db, files }: HeardParts, resultId: string) {
  const asking = await db
    .selectFrom('assistant_askings')
    .innerJoin('assistants', 'assistants.id', 'assistant_askings.assistant_id')
    .select([
      'assistant_askings.channel_id as channelId',
      'assistant_askings.doc_id as docId',
      'assistants.topics',
      sql<number>`extract(epoch from now() - ended_at)::float8 / 3600`.as('hoursAgo'),
    ])
    .where('assistant_askings.id', '=', resultId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  if (!asking) return null;
  const answers = await answersOf(db, resultId);
  return {
    channelId: asking.channelId,
    docId: asking.docId,
    hoursAgo: asking.hoursAgo,
    topics: labelsOf(asking.topics),
    answers: await Promise.all(
      answers.map(async ({ question_id, question, path, duration_ms, words }) => ({
        questionId: question_id,
        question,
        path: path === null || duration_ms === 0 ? null : await files.near(path),
        words,
      })),
    ),
  };
}

async function keepWords(
  { db, files }: HeardParts,
  resultId: string,
  questionId: string,
  words: string,
): Promise<void> {
  const path = await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('assistant_answers')
      .select('path')
      .where('asking_id', '=', resultId)
      .where('question_id', '=', questionId)
      .forUpdate()
      .executeTakeFirst();
    await trx
      .updateTable('assistant_answers')
      .set({ words, path: null })
      .where('asking_id', '=', resultId)
      .where('question_id', '=', questionId)
      .execute();
    await showRows(trx, resultId);
    return before?.path ?? null;
  });
  if (path !== null) await files.remove(path);
}

async function finish({ db, keepTranscript }: HeardParts, resultId: string, made: Made): Promise<void> {
  const { topics, keyPoints, transcript } = made;
  const result = await db
    .selectFrom('assistant_results')
    .select('assistant_id')
    .where('id', '=', resultId)
    .executeTakeFirst();
  // A file without its result is swept later; the other way round the transcript would be missing.
  if (result) await keepTranscript({ assistantId: result.assistant_id, transcriptDocId: resultId }, transcript);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('assistant_results')
      .set({
        topics: jsonText(topics),
        key_points: jsonText(keyPoints),
        transcript_doc_id: resultId,
        // Somebody may have said what it is about before the words were there.
        primary_topic: sql<string | null>`coalesce(primary_topic, ${topics[0] ?? null})`,
      })
      .where('id', '=', resultId)
      .execute();
    await trx.deleteFrom('assistant_askings').where('id', '=', resultId).execute();
  });
}

const labelsOf = (topics: readonly object[]): string[] =>
  z
    .array(assistantTopic)
    .catch([])
    .parse(topics)
    .map(({ label }) => label);

const answersOf = (db: Writer, resultId: string) =>
  db
    .selectFrom('assistant_answers')
    .select(['question_id', 'label', 'question', 'path', 'duration_ms', 'words'])
    .where('asking_id', '=', resultId)
    .orderBy('position')
    .execute();

/** A result has a row for each question that was asked, empty until its answer was heard. */
export async function showRows(trx: Writer, resultId: string): Promise<void> {
  const rows = (await answersOf(trx, resultId)).map(({ label, words }) => ({ label, value: words ?? '' }));
  await trx
    .updateTable('assistant_results')
    .set({ rows: jsonText(rows) })
    .where('id', '=', resultId)
    .execute();
}

/** Removes files that no answer knows. */
export const sweepAnswers = (db: Database, files: SoundFiles): Promise<void> =>
  removeOrphans(files, async (paths) => {
    const rows = await db.selectFrom('assistant_answers').select('path').where('path', 'in', paths).execute();
    return new Set(rows.map(({ path }) => path));
  });
