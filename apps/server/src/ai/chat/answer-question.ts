import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import { conceptsOf } from '../basic/question-words.ts';
import { beginChatRun, endRun, outcomeOf } from '../ledger.ts';
import { roomOf } from '../model/windows.ts';
import type { ModelChat } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import type { AiServices } from '../services.ts';
import { languageOf } from '../transcript/language.ts';
import { hasChat } from './access.ts';
import { chatKind } from './chat-job.ts';
import { chooseQuotes, excerptsOf, type Found, rankLines } from './choose-lines.ts';
import { type Asked, countCalls, findCalls } from './find-calls.ts';
import { type ChatCall, readCalls } from './read-calls.ts';
import { type Answer, writeAnswer } from './write-answer.ts';

interface ChatParts {
  readonly db: Database;
  readonly log: Logger;
  readonly services: AiServices;
}

/** Tokens of calls that one question sends at most. */
const mostTokens = 6_000;
/** Of services of others, where nobody said more. */
const usualContext = { own: 8_000, vendors: 60_000 };

interface Question extends Asked {
  readonly id: string;
  readonly text: string;
  readonly locale: 'de' | 'en';
}

/** What was found for a question. */
interface Work {
  readonly question: Question;
  readonly calls: number;
  readonly read: readonly ChatCall[];
  readonly found: Found;
  readonly quotes: Answer['places'];
}

/** What failed after an answer was begun; the app has words for each. */
type Failed = 'searchFailed' | 'answerFailed' | 'tookTooLong';

/** An answer takes no longer, in milliseconds; the job would end a little later, and could not say why. */
const longestMs = (chatKind.withinMinutes - 0.5) * 60_000;

/**
 * Answers a question: by quotes first, which stand there while a model reads, and for good where none is set up. A question
 * that an earlier process had begun with is stopped. What fails otherwise ends the answer with what it was. Rejects where
 * the database is away.
 */
export async function answerQuestion(
  parts: ChatParts,
  id: string,
  signal: AbortSignal,
  withinMs = longestMs,
): Promise<void> {
  const { db, log } = parts;
  const question = await begin(db, id);
  if (question === null) return;
  const late = AbortSignal.timeout(withinMs);
  const stopped = AbortSignal.any([signal, late]);
  let problem: Failed = 'searchFailed';
  try {
    const work = await find(db, question);
    problem = 'answerFailed';
    stopped.throwIfAborted();
    await answer(parts, work, stopped);
  } catch (error) {
    // Its user stopped it, or the server stops: the next one says so.
    if (signal.aborted) throw error;
    if (late.aborted) problem = 'tookTooLong';
    log.warn({ err: error, message: id, problem }, 'ai: question about calls could not be answered');
    await end(db, id, 'failed', problem);
  }
}

async function answer(parts: ChatParts, work: Work, signal: AbortSignal): Promise<void> {
  const connection =
    work.read.length === 0 ? null : await parts.services.ground.connection(work.question.accountId, 'language');
  const grew = await write(parts, work, { state: connection === null ? 'done' : 'reading', places: work.quotes });
  if (grew && connection !== null) await answerByModel(parts, work, connection, signal);
}

/** Takes a question up; null where nobody waits for it any longer, or an earlier process died over it. */
async function begin(db: Database, id: string): Promise<Question | null> {
  const row = await db
    .selectFrom('chat_messages as message')
    .innerJoin('chats', 'chats.id', 'message.chat_id')
    .innerJoin('users', 'users.id', 'chats.user_id')
    .select(['message.state', 'message.text', 'message.channel_ids', 'users.id as user_id', 'users.account_id'])
    .select(['users.locale', dayText('from_day').as('from'), dayText('to_day').as('to')])
    .where('message.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  if (row.state === 'reading') {
    await interrupt(db, id);
    return null;
  }
  if (!(await hasChat(db, { userId: row.user_id }))) {
    await end(db, id, 'stopped', null);
    return null;
  }
  const taken = await db
    .updateTable('chat_messages')
    .set({ state: 'reading' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return null;
  const { text, from, to, locale } = row;
  return { id, text, from, to, locale, userId: row.user_id, accountId: row.account_id, channelIds: row.channel_ids };
}

const dayText = (column: 'from_day' | 'to_day') =>
  sql<string | null>`to_char(${sql.ref(`message.${column}`)}, 'YYYY-MM-DD')`;

async function find(db: Database, question: Question): Promise<Work> {
  const concepts = conceptsOf(question.text);
  const calls = await countCalls(db, question);
  const read = await readCalls(db, await findCalls(db, question, concepts), question.locale);
  const spoken = read.map((each) => each.spoken);
  const found = await rankLines(spoken, concepts);
  return { question, calls, read, found, quotes: await chooseQuotes(question.text, spoken, found) };
}

const write = (
  { db }: ChatParts,
  { question, calls, read }: Work,
  answer: Pick<Answer, 'state'> & Partial<Answer>,
): Promise<boolean> =>
  writeAnswer(db, question.id, question, read, {
    service: null,
    problem: null,
    blocks: [],
    places: [],
    calls,
    ...answer,
  });

/** Has a model answer from the best lines; quotes stay where it cannot be asked. */
async function answerByModel(
  parts: ChatParts,
  work: Work,
  connection: UsableConnection,
  signal: AbortSignal,
): Promise<void> {
  const { db, services, log } = parts;
  const { question } = work;
  const run = await beginChatRun(db, question, connection);
  try {
    const { result, calls } = await askModel(services, work, connection, signal);
    signal.throwIfAborted();
    const blocks = result.blocks.map((block) => inOrderOfRead(block, calls));
    const state = blocks.length === 0 ? 'nothing' : 'done';
    await write(parts, work, { state, service: connection.name, blocks });
    const dropped = Object.values(result.dropped).reduce((sum, each) => sum + each, 0);
    const points = blocks.reduce((sum, { rows }) => sum + rows.length, 0);
    await endRun(db, run, connection, { outcome: 'done', ...result.usage, prompt: result.prompt, points, dropped });
    log.info({ message: question.id, dropped: result.dropped }, 'ai: question about calls answered by a model');
  } catch (error) {
    await endRun(db, run, connection, { outcome: outcomeOf(error, signal) });
    if (signal.aborted || !(error instanceof ProviderFailure)) throw error;
    const { kind, problem } = error;
    if (kind === 'never') await services.ground.reportFailure(connection, problem);
    await write(parts, work, { state: work.quotes.length > 0 ? 'done' : 'failed', problem, places: work.quotes });
  }
}

async function askModel(
  services: AiServices,
  { question, read, found }: Work,
  connection: UsableConnection,
  signal: AbortSignal,
): Promise<{ result: ModelChat; calls: readonly number[] }> {
  const { redacts } = await services.ground.settings(question.accountId);
  const usual = connection.kind === 'openaiCompatible' ? usualContext.own : usualContext.vendors;
  const contextTokens = connection.options.contextTokens ?? usual;
  const spoken = read.map((each) => each.spoken);
  const excerpts = excerptsOf(spoken, found, Math.min(mostTokens, roomOf(contextTokens)));
  const quoted = excerpts.flatMap(({ call, ids }) => {
    const of = spoken[call];
    return of ? [{ call: of, utterances: of.utterances.filter(({ id }) => ids.has(id)) }] : [];
  });
  const language = languageOf(question.text) ?? question.locale;
  const options = { contextTokens, language, redacts };
  const provider = services.open.language(connection);
  const result = await services.chatByModel(question.text, quoted, provider, options, signal);
  return { result, calls: excerpts.map(({ call }) => call) };
}

/** The model counts the calls that it was given; the answer those that were read. */
const inOrderOfRead = (block: ModelChat['blocks'][number], calls: readonly number[]): Answer['blocks'][number] => ({
  ...block,
  rows: block.rows.map((row) =>
    row.map(({ text, rests }) => ({
      text,
      rests: rests.map(({ call, utteranceIds }) => ({ call: calls[call] ?? -1, utteranceIds })),
    })),
  ),
});

/** Ends answers that nobody makes any longer, such as after a restart: people ask again. */
export async function interrupt(db: Database, id: string): Promise<void> {
  await end(db, id, 'stopped', 'interrupted');
}

/** The job is given up. */
export async function failAnswer(db: Database, id: string): Promise<void> {
  await end(db, id, 'failed', 'failed');
}

async function end(db: Database, id: string, state: 'stopped' | 'failed', problem: string | null): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ state, problem })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'reading'])
    .execute();
}
