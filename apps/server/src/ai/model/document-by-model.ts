import type { Language, SpokenCall, Utterance } from '../basic/call.ts';
import type { DocumentByModel, ModelAnalysis, ModelResult } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import { languageOf } from '../transcript/language.ts';
import { type CallSummary, callChoice, callSummary } from './answer-schema.ts';
import { asked, type Request } from './ask-model.ts';
import { callMessage, messageOf } from './call-message.ts';
import { chosen, groupsOf, joinedPoints, numbered } from './choose-points.ts';
import { promptNamed } from './prompt.ts';
import { type ProvedPoints, Prover } from './proved-points.ts';
import { redacted } from './redact.ts';
import { halves, windowsOf } from './windows.ts';

const complaints = {
  shape: 'it was not one JSON object of the schema.',
  language: 'it was not written in the language that write_in names.',
  unproved: 'the utterances that its points name as evidence do not say them.',
} as const;
type Complaint = keyof typeof complaints;

const most = { keyPoints: 30, summary: 6, topics: 5, actions: 40, smallTalk: 10 } as const;

const mostRounds = 4;

/** What one documentation needs at every step. */
interface Work extends Request {
  readonly call: SpokenCall;
  readonly language: Language;
  readonly prover: Prover;
}

/**
 * Documents a call by a model: the call is sent as data, where wanted without numbers of cards and accounts, in as many windows as the model
 * needs, and every point that comes back is held against what was said.
 */
export const documentByModel: DocumentByModel = async (
  call,
  provider,
  { contextTokens, language, redacts },
  signal,
) => {
  const usage = { tokensIn: 0, tokensOut: 0 };
  const prover = new Prover(call, language);
  const work = { call, provider, contextTokens, language, signal, prover, usage };
  const found: ProvedPoints[] = [];
  for (const window of windowsOf(redacts ? redacted(call.utterances) : call.utterances, contextTokens)) {
    found.push(...(await documentWindow(work, window)));
  }
  const all = joinedPoints(found);
  if (countOf(all) === 0 && Object.keys(prover.dropped).length > 0) {
    throw new ProviderFailure('badAnswer', 'notTheProtocol');
  }
  const points = found.length > 1 ? await choose(work, found) : all;
  const prompt = promptNamed('summary.v1').name;
  return { analysis: analysisOf(points), usage, prompt, dropped: { ...prover.dropped } } satisfies ModelResult;
};

/** Points of a window; of its halves where it was too long for the model. */
async function documentWindow(work: Work, window: readonly Utterance[]): Promise<ProvedPoints[]> {
  try {
    return [await documentOnce(work, window)];
  } catch (error) {
    const parts = error instanceof ProviderFailure && error.kind === 'tooLong' ? halves(window) : null;
    if (parts === null) throw error;
    const found: ProvedPoints[] = [];
    for (const part of parts) found.push(...(await documentWindow(work, part)));
    return found;
  }
}

/** Asks, and where the answer is none asks once more with what is wrong with it. */
async function documentOnce(work: Work, window: readonly Utterance[]): Promise<ProvedPoints> {
  const first = await answered(work, window, null);
  if (typeof first !== 'string') return first;
  const second = await answered(work, window, first);
  if (second === 'unproved') return joinedPoints([]);
  if (typeof second === 'string') throw new ProviderFailure('badAnswer', 'notTheProtocol');
  return second;
}

async function answered(
  work: Work,
  window: readonly Utterance[],
  complaint: Complaint | null,
): Promise<ProvedPoints | Complaint> {
  const { call, language, prover } = work;
  const user = callMessage(call, window, language, complaint === null ? null : complaints[complaint]);
  const answer = await asked(work, 'summary.v1', callSummary, user);
  if (answer === null) return 'shape';
  if (isInOtherLanguage(answer, language)) return 'language';
  const points = prover.prove(answer);
  return countOf(points) === 0 && isFull(answer) ? 'unproved' : points;
}

/** Chooses among points of several windows, in as many rounds as the model needs to see all of them. */
async function choose(work: Work, windows: readonly ProvedPoints[]): Promise<ProvedPoints> {
  let left = windows;
  for (let round = 0; round < mostRounds && left.length > 1; round += 1) {
    const groups = groupsOf(left, work.contextTokens);
    if (groups.length === left.length) break;
    const next: ProvedPoints[] = [];
    for (const group of groups) next.push(group.length > 1 ? await chooseOnce(work, group) : joinedPoints(group));
    left = next;
  }
  return joinedPoints(left);
}

/** Chooses among points that fit into a request. Where the model cannot, all of them stay. */
async function chooseOnce(work: Work, group: readonly ProvedPoints[]): Promise<ProvedPoints> {
  const points = joinedPoints(group);
  const list = numbered(points);
  try {
    const user = messageOf('All points', { points: list.data }, null);
    const choice = await asked(work, 'reduce.v1', callChoice, user);
    if (choice === null) return points;
    const picked = chosen(list, choice, work.prover);
    return countOf(picked) === 0 ? points : picked;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'tooLong') return points;
    throw error;
  }
}

function isInOtherLanguage({ headline, summary, key_points, actions }: CallSummary, wanted: Language): boolean {
  const texts = [...(headline === null ? [] : [headline]), ...summary, ...key_points, ...actions];
  const written = languageOf(texts.map(({ text }) => text).join(' '));
  return written !== null && written !== wanted;
}

const countOf = ({ headlines, summary, keyPoints, topics, actions, smallTalk }: ProvedPoints): number =>
  [headlines, summary, keyPoints, topics, actions, smallTalk].reduce((sum, list) => sum + list.length, 0);

const isFull = ({ headline, summary, key_points, actions }: CallSummary): boolean =>
  headline !== null || summary.length + key_points.length + actions.length > 0;

function analysisOf({ headlines, summary, keyPoints, topics, actions, smallTalk }: ProvedPoints): ModelAnalysis {
  const sentences = spread(summary, most.summary);
  const text = sentences.map((each) => (/[.!?…]$/.test(each.text) ? each.text : `${each.text}.`)).join(' ');
  const evidence = [...new Set(sentences.flatMap((each) => each.evidence))];
  return {
    headline: headlines[0] ?? null,
    summary: sentences.length === 0 ? null : { text, evidence },
    keyPoints: spread(keyPoints, most.keyPoints),
    topics: spread(topics, most.topics),
    actions: spread(actions, most.actions),
    smallTalk: spread(smallTalk, most.smallTalk),
  };
}

/** At most so many, from all over the call. */
function spread<Each>(list: readonly Each[], count: number): readonly Each[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]).flatMap(
    (each) => each ?? [],
  );
}
