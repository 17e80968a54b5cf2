import type { ActionPoint, Speaker, SpokenCall } from './call.ts';
import { daysIn } from './days.ts';
import type { Lexicon } from './lexicon.ts';
import { lexicons } from './lexicons.ts';
import type { Sentence } from './sentences.ts';

interface Found extends ActionPoint {
  readonly kind: 'promise' | 'request';
  readonly turn: number;
  readonly stems: ReadonlySet<string>;
}

/** Turns that lie between a request and the promise that answers it, at most. */
const nearTurns = 4;
/** So much of the shorter sentence's words the other one has as well, where both speak of the same thing. */
const sameShare = 0.5;

/**
 * What the two will do: promises of a speaker, offers that were accepted, and requests that the other side did not decline. A promise
 * that answers a request is one point that rests on both. Replies are looked for among all sentences, since "No" is no business.
 */
export function actionsOf(call: SpokenCall, business: readonly Sentence[], all: readonly Sentence[]): ActionPoint[] {
  const found: Found[] = [];
  for (const sentence of business) {
    const action = actionIn(call, sentence, all);
    if (action === null) continue;
    const same = found.findIndex((other) => isSame(other, action));
    const before = found[same];
    if (before === undefined) found.push(action);
    else found[same] = joined(before, action);
  }
  return found.map(({ text, speaker, evidence, by, due }) => ({ text, speaker, evidence, by, due }));
}

function actionIn(call: SpokenCall, sentence: Sentence, all: readonly Sentence[]): Found | null {
  const lexicon = lexicons[call.language];
  if (lexicon.smallTalk.test(sentence.plain)) return null;
  const acceptance = acceptanceOf(sentence, all, lexicon);
  const promise = acceptance === null ? promiseIn(sentence, lexicon) : 0;
  const request = promise === null ? requestIn(call, sentence, all, lexicon) : null;
  const start = promise ?? request;
  if (start === null) return null;
  const other: Speaker = sentence.speaker === 0 ? 1 : 0;
  return {
    kind: promise === null ? 'request' : 'promise',
    text: sentence.text,
    speaker: sentence.speaker,
    evidence: acceptance === null ? [sentence.id] : [sentence.id, acceptance.id],
    by: promise === null ? other : sentence.speaker,
    due: dueOf(sentence.plain, start, call),
    turn: sentence.turn,
    stems: new Set(sentence.stems),
  };
}

/** The words by which the other side accepts an offer: "Shall I book it?" – "Yes, please." is as good as a promise. */
function acceptanceOf({ plain, isQuestion, turn, speaker }: Sentence, all: readonly Sentence[], lexicon: Lexicon) {
  if (!isQuestion || !lexicon.offer.test(plain)) return null;
  const reply = all.find((each) => each.turn === turn + 1 && each.speaker !== speaker);
  return reply !== undefined && lexicon.acceptance.test(reply.plain) ? reply : null;
}

/** Where a promise begins in a sentence. */
function promiseIn({ plain, isQuestion }: Sentence, lexicon: Lexicon): number | null {
  if (isQuestion || lexicon.noPromise.test(plain) || isDenied(plain)) return null;
  return lexicon.promise.exec(plain)?.index ?? null;
}

/** Where a request begins, unless it is answered by words or declined. */
function requestIn(call: SpokenCall, sentence: Sentence, all: readonly Sentence[], lexicon: Lexicon): number | null {
  const at = lexicon.request.exec(sentence.plain)?.index;
  if (at === undefined) return null;
  if (call.isVoicemail) return at;
  const reply = all.find((each) => each.turn > sentence.turn && each.speaker !== sentence.speaker);
  if (
    reply !== undefined &&
    /^(?:no|nope|nein|leider nicht|das geht (?:leider )?nicht|i am afraid)\b/.test(reply.plain)
  )
    return null;
  // Only in the clause that asks: "read the meter and give us the figure" asks for more than words.
  const clause = /^.+?(?= (?:and|und|,) |$)/.exec(sentence.plain.slice(at))?.[0] ?? '';
  return lexicon.asksForWords.test(clause) ? null : at;
}

const isDenied = (plain: string): boolean =>
  /\b(?:will not|cannot|not going to|nicht|kein|keine|keinen)\b(?! (?:nur|only))/.test(plain);

/**
 * The day on which it is due: one that is named after the words of the promise, or before them in the same clause. Two days
 * leave it open, unless one of them is a deadline.
 */
function dueOf(plain: string, start: number, call: SpokenCall): string | null {
  const named = daysIn(plain, call.language, call.day);
  const after = named.filter(({ from }) => from >= start);
  const clause = plain.lastIndexOf(' ,', start);
  const chosen = after.length > 0 ? after : named.filter(({ to }) => to <= start && to > clause);
  const deadlines = chosen.filter(({ isDeadline }) => isDeadline);
  const sure = deadlines.length > 0 ? deadlines : chosen;
  const days = new Set(sure.map(({ day }) => day));
  return days.size === 1 ? ([...days][0] ?? null) : null;
}

function isSame(before: Found, now: Found): boolean {
  if (before.by !== now.by || now.turn - before.turn > nearTurns) return false;
  const shared = [...now.stems].filter((stem) => before.stems.has(stem)).length;
  return shared > 0 && shared >= sameShare * Math.min(before.stems.size, now.stems.size);
}

/** A promise says better what will be done than the request before it; of two promises the one with a day. */
function joined(before: Found, now: Found): Found {
  const better = now.kind === 'promise' && (before.kind === 'request' || before.due === null) ? now : before;
  const evidence = [...new Set([...before.evidence, ...now.evidence])];
  const days = new Set([before.due, now.due].filter((day) => day !== null));
  return { ...better, evidence, due: days.size === 1 ? ([...days][0] ?? null) : null, turn: now.turn };
}
