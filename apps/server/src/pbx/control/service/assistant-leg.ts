import type { AskedCaller, AskingEnd, AssistantScript, CallAssistants, RecordedAnswer } from '../../call-assistants.ts';
import { MediaError } from '../../media/media.ts';
import { CallerLeft, type RecordUntil, type ServiceLeg } from './service-leg.ts';

interface AskingParts {
  readonly assistants: CallAssistants;
  /** Tries until it is durable: what is said about a complete file must not be lost. */
  untilNoted(task: () => Promise<void>): void;
  /** What callers hear at the end where the assistant has no words of its own. */
  readonly goodbye: string;
  newId(): string;
}

/** The key of a caller who wants a person. */
const wantsPerson = '0';
/** An answer ends with a short silence, or with # before that; a caller who says nothing is asked the next question. */
const untilAnswered: RecordUntil = {
  mostMs: 45_000,
  silentMs: 1800,
  /** People think before they answer. */
  firstMs: 7000,
  lookEveryMs: 300,
  keys: `#${wantsPerson}`,
};
/** Nobody says anything in less. */
const shortestMs = 700;

/**
 * Greets the caller, asks one question after the other, and keeps what they answer; # goes on to the next question, 0 to a
 * person. Nothing is promised, and nothing decided. Gives how it ended; `person` too where the script cannot be played.
 */
export async function askCaller(
  leg: ServiceLeg,
  asked: AskedCaller,
  script: AssistantScript,
  parts: AskingParts,
): Promise<AskingEnd> {
  const { assistants, untilNoted } = parts;
  await assistants.opened(asked, script.questions);
  const answers: RecordedAnswer[] = [];
  let end: AskingEnd = 'left';
  try {
    end = await askAll(leg, asked.resultId, script, answers, parts);
  } catch (error) {
    if (error instanceof MediaError && error.code === 'BAD_SOUND_FILE') end = 'person';
    else if (!(error instanceof CallerLeft)) throw error;
  } finally {
    const how = end;
    untilNoted(() => assistants.finished(asked.resultId, how, answers));
  }
  return end;
}

async function askAll(
  leg: ServiceLeg,
  resultId: string,
  { greeting, questions, goodbye }: AssistantScript,
  answers: RecordedAnswer[],
  parts: AskingParts,
): Promise<AskingEnd> {
  if (greeting !== null && (await say(leg, greeting)) === wantsPerson) return 'person';
  for (const { questionId, file } of questions) {
    if ((await say(leg, file)) === wantsPerson) return 'person';
    const { path } = await parts.assistants.answering(resultId, questionId);
    const { durationMs, key } = await leg.record(parts.newId(), path, untilAnswered);
    answers.push({ questionId, durationMs: durationMs < shortestMs ? 0 : durationMs });
    if (key === wantsPerson) return 'person';
  }
  await leg.play({ file: goodbye ?? parts.goodbye, loop: false });
  return 'answered';
}

const say = (leg: ServiceLeg, file: string): Promise<string | null> =>
  leg.play({ file, loop: false }, `#${wantsPerson}`);
