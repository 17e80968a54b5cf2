import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { leftBehind } from '../../sound/left-behind.ts';
import { mayCome, type SoundFiles } from '../../sound/sound-files.ts';
import { type Script, scriptOf } from '../../storage/assistant-script.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';
import { showRows } from './heard-answers.ts';

type End = 'answered' | 'person' | 'left';

/** An answer whose file is complete; with 0 milliseconds nobody said anything. */
interface Recorded {
  readonly questionId: string;
  readonly durationMs: number;
}

/** A question as it was when the call came. */
interface AskedQuestion {
  readonly questionId: string;
  readonly label: string;
  readonly question: string;
}

/** A caller as an assistant begins to ask them. */
interface Asked {
  readonly resultId: string;
  readonly assistantId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

export interface AskingParts {
  readonly db: Database;
  /** The name of this server, which has the files. */
  readonly node: string;
  /** Where answers lie until their words are there. */
  readonly files: SoundFiles;
  readonly log: Logger;
  /** The WAV of an announcement; null where it is gone. */
  fileOf(announcementId: string): Promise<string | null>;
  /** Whether there is a service that makes words of what callers say. */
  canHear(accountId: string): Promise<boolean>;
  /** Has the words of the answers made, within the transaction that ends the asking. */
  hear(trx: Writer, resultId: string): Promise<void>;
  /** Makes the header of a file right whose recorder died. */
  repair(path: string): Promise<unknown>;
}

/**
 * Keeps what callers answer to call assistants (`CallAssistants` of the exchange's ports): each answer is a file until its
 * words are there, and a result is made where anything was said. What kill -9 interrupts is taken up by `resume`.
 */
export function keepAskings(parts: AskingParts) {
  const { db, files, log } = parts;
  /** Those that this life asks: callers who were asked when the server was killed are asked again, from the beginning. */
  const ours = new Set<string>();

  const behind = leftBehind({
    files,
    read: async (ids) =>
      (await underWay(parts).where('asking.id', 'in', ids).execute()).map(({ id, path, started_at }) => ({
        id,
        path,
        complete: false,
        startedAt: started_at,
      })),
    process: (id) => finish(parts, id, 'left', []),
    onTrouble: (error) => log.warn({ err: error }, 'call assistants: resuming unfinished ones failed, trying later'),
  });

  return {
    /** Whether it has a question that can be played, and what is answered can be heard. */
    async hasQuestions(accountId: string, assistantId: string): Promise<boolean> {
      const script = await scriptOf(db, accountId, assistantId);
      if (!script || !(await parts.canHear(accountId))) return false;
      return (await filesOf(script, parts.fileOf)) !== null;
    },

    async scriptOf(accountId: string, assistantId: string) {
      const script = await scriptOf(db, accountId, assistantId);
      return script && (await filesOf(script, parts.fileOf));
    },

    async opened(asked: Asked, questions: readonly AskedQuestion[]): Promise<void> {
      ours.add(asked.resultId);
      await open(parts, asked, questions);
    },

    answering: (resultId: string, questionId: string): Promise<{ path: string }> =>
      makeRoom(parts, resultId, questionId),

    async finished(resultId: string, end: End, answers: readonly Recorded[]): Promise<void> {
      await finish(parts, resultId, end, answers);
      ours.delete(resultId);
    },

    /** Takes up what an earlier life left behind; gives how many. Call it once the exchange knows which calls go on. */
    async resume(): Promise<number> {
      const ids = (await underWay(parts).execute()).flatMap(({ id }) => (ours.has(id) ? [] : [id]));
      if (ids.length > 0) log.info({ askings: ids.length }, 'call assistants: resumed after a restart');
      await behind.take(ids);
      await hearUnheard(parts);
      return ids.length;
    },

    stop: (): void => behind.stop(),
  };
}

/** Has the answers heard that wait for it; a backup that was restored has no jobs. */
async function hearUnheard({ db, node, hear }: AskingParts): Promise<void> {
  const ended = await db
    .selectFrom('assistant_askings')
    .select('id')
    .where('node', '=', node)
    .where('ended_at', 'is not', null)
    .execute();
  for (const { id } of ended) await hear(db, id);
}

/** The asking begins, with the questions that are asked. */
async function open(
  { db, node }: AskingParts,
  { resultId, at, ...asked }: Asked,
  questions: readonly AskedQuestion[],
): Promise<void> {
  await db
    .insertInto('assistant_askings')
    .values({
      id: resultId,
      assistant_id: asked.assistantId,
      account_id: asked.accountId,
      channel_id: asked.channelId,
      doc_id: asked.docId,
      session_id: asked.sessionId,
      questions: jsonText(questions.map(({ questionId: id, label, question }) => ({ id, label, question }))),
      node,
      started_at: at,
    })
    .execute();
}

const askedQuestions = z.array(z.object({ id: z.string(), label: z.string(), question: z.string() }));

/** The file of an answer, and the question as it was when the call came. */
async function makeRoom({ db, files }: AskingParts, resultId: string, questionId: string): Promise<{ path: string }> {
  const asking = await db
    .selectFrom('assistant_askings')
    .select(['account_id', 'questions', 'started_at'])
    .where('id', '=', resultId)
    .executeTakeFirstOrThrow();
  const asked = askedQuestions.parse(asking.questions).find(({ id }) => id === questionId);
  const { count } = await db
    .selectFrom('assistant_answers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('asking_id', '=', resultId)
    .executeTakeFirstOrThrow();
  // By the order in which they were asked.
  const position = Number(count);
  const path = files.pathOf({
    id: `${resultId}_${position}`,
    accountId: asking.account_id,
    at: asking.started_at,
  });
  await files.makeRoom(path);
  await db
    .insertInto('assistant_answers')
    .values({
      asking_id: resultId,
      question_id: questionId,
      position,
      label: asked?.label ?? questionId,
      question: asked?.question ?? '',
      path,
    })
    .execute();
  return { path: files.whole(path) };
}

/** Askings that nobody ended, each with the file that was begun last. */
const underWay = ({ db, node }: AskingParts) =>
  db
    .selectFrom('assistant_askings as asking')
    .leftJoin('assistant_answers as answer', (join) =>
      join.onRef('answer.asking_id', '=', 'asking.id').on('answer.duration_ms', 'is', null),
    )
    .distinctOn('asking.id')
    .select(['asking.id', 'answer.path', 'asking.started_at'])
    .where('asking.node', '=', node)
    .where('asking.ended_at', 'is', null)
    .orderBy('asking.id')
    .orderBy('answer.position', (order) => order.desc().nullsLast());

async function filesOf(script: Script, fileOf: AskingParts['fileOf']) {
  const orNull = async (id: string | null) => (id === null ? null : await fileOf(id));
  const questions: (AskedQuestion & { readonly file: string })[] = [];
  for (const { questionId, label, question, announcementId } of script.questions) {
    const file = await fileOf(announcementId);
    if (file !== null) questions.push({ questionId, label, question, file });
  }
  if (questions.length === 0) return null;
  return { greeting: await orNull(script.greeting), questions, goodbye: await orNull(script.goodbye) };
}

/** Ends an asking: with a result where it was gone through or something was said, else without a trace. */
async function finish(parts: AskingParts, resultId: string, end: End, told: readonly Recorded[]): Promise<void> {
  const { db, files } = parts;
  await untilHere(parts, resultId);
  const answers = await answersOf(parts, resultId, told);
  const handedIn: string[] = [];
  const needless = await db.transaction().execute(async (trx) => {
    const asking = await trx
      .updateTable('assistant_askings')
      .set({ ended_at: sql<Date>`now()`, ended: end })
      .where('id', '=', resultId)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!asking) return [];
    if (end === 'answered' || answers.some(({ durationMs }) => durationMs > 0)) {
      await noteAnswers(trx, resultId, answers);
      handedIn.push(...(await pathsOf(trx, resultId)));
      await files.handIn(trx, handedIn);
      await writeResult(trx, asking);
      await parts.hear(trx, resultId);
      return [];
    }
    const paths = await pathsOf(trx, resultId);
    await trx.deleteFrom('assistant_askings').where('id', '=', resultId).execute();
    return paths;
  });
  await files.tidy(handedIn);
  for (const path of needless) await files.remove(path);
}

/** What a media host recorded may be on its way: rejects until it is here, and who ends the asking tries again. */
async function untilHere({ db, files }: AskingParts, resultId: string): Promise<void> {
  const asking = await db
    .selectFrom('assistant_askings')
    .select('started_at')
    .where('id', '=', resultId)
    .executeTakeFirst();
  if (!asking || !mayCome(asking.started_at)) return;
  for (const path of await pathsOf(db, resultId)) {
    if (await files.isComing(path)) throw new Error('an answer is still at a media host');
  }
}

async function pathsOf(trx: Writer, resultId: string): Promise<string[]> {
  const rows = await trx.selectFrom('assistant_answers').select('path').where('asking_id', '=', resultId).execute();
  return rows.flatMap(({ path }) => path ?? []);
}

/** Every answer that was begun. Of one whose end nobody told, what its file holds counts, if there is one. */
async function answersOf({ db, files, repair }: AskingParts, resultId: string, told: readonly Recorded[]) {
  const rows = await db
    .selectFrom('assistant_answers')
    .select(['question_id', 'path'])
    .where('asking_id', '=', resultId)
    .execute();
  const answers: Recorded[] = [];
  for (const { question_id: questionId, path } of rows) {
    const known = told.find((one) => one.questionId === questionId);
    const isThere = path !== null && (await files.exists(path));
    if (isThere && !known) await repair(files.whole(path)).catch(() => {});
    // Its header says how long it is; here it is enough that it may hold something.
    answers.push({ questionId, durationMs: isThere ? (known?.durationMs ?? 1) : 0 });
  }
  return answers;
}

async function noteAnswers(trx: Writer, resultId: string, answers: readonly Recorded[]): Promise<void> {
  for (const { questionId, durationMs } of answers)
    await trx
      .updateTable('assistant_answers')
      .set({ duration_ms: durationMs })
      .where('asking_id', '=', resultId)
      .where('question_id', '=', questionId)
      .execute();
}

/** The result as users of the assistant see it; its values come as they are heard. */
async function writeResult(trx: Writer, asking: Selectable<Schema['assistant_askings']>): Promise<void> {
  const event = await trx
    .selectFrom('inbox_events')
    .select('remote_phone_number')
    .where('channel_id', '=', asking.channel_id)
    .where('id', '=', asking.doc_id)
    .executeTakeFirst();
  await trx
    .insertInto('assistant_results')
    .values({
      id: asking.id,
      assistant_id: asking.assistant_id,
      account_id: asking.account_id,
      sender_id: `call ${asking.id}`,
      sent_digest: '',
      session_id: asking.session_id,
      remote_number: event?.remote_phone_number ?? null,
      started_at: asking.started_at,
      duration_ms: asking.ended_at === null ? null : asking.ended_at.getTime() - asking.started_at.getTime(),
      state: 'OPEN',
      topics: jsonText([]),
      rows: jsonText([]),
      key_points: jsonText([]),
    })
    .execute();
  await showRows(trx, asking.id);
}
