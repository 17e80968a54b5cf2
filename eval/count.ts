import type { Analysis, FoundAnswer, Quote, SpokenCall } from '../apps/server/src/ai/basic/call.ts';
import { moodOf } from '../apps/server/src/ai/basic/mood.ts';
import { doubtIn, type Proof } from '../apps/server/src/ai/evidence/check.ts';
import type { Fact, PlantedCall, PlantedQuestion } from './planted-call.ts';
import type { Share } from './share.ts';
import { wordErrors } from './word-errors.ts';

/** What is counted of an analysis of a call; sums of several calls have the same form. */
export interface Count {
  readonly summary: Share;
  readonly actions: Share;
  readonly smallTalk: Share;
  readonly answers: Share;
  readonly abstentions: Share;
  /** Of actions found: who has to do it is right. */
  readonly by: Share;
  /** Of actions found with a day planted: the day is right. */
  readonly due: Share;
  readonly mood: Share;
  /** Words heard wrong, of those that were said. */
  readonly wordErrors: Share;
  readonly items: Share;
  /** What was said of each invention, and of each miss. */
  readonly inventions: string[];
  readonly wrongDays: string[];
  readonly misses: string[];
}

export const nothingCounted = (): Count => ({
  summary: { found: 0, of: 0 },
  actions: { found: 0, of: 0 },
  smallTalk: { found: 0, of: 0 },
  answers: { found: 0, of: 0 },
  abstentions: { found: 0, of: 0 },
  by: { found: 0, of: 0 },
  due: { found: 0, of: 0 },
  mood: { found: 0, of: 0 },
  wordErrors: { found: 0, of: 0 },
  items: { found: 0, of: 0 },
  inventions: [],
  wrongDays: [],
  misses: [],
});

interface Item {
  readonly text: string;
  readonly evidence: readonly string[];
}

/** What was made of a call. */
export interface Made {
  readonly analysis: Analysis;
  readonly answers: readonly FoundAnswer[];
  /** By rules, which quote: every text has to stand in its evidence word by word. */
  readonly isQuoted: boolean;
}

/** Adds what was found of a call, and what was made up, to a count. */
export function addCount(count: Count, call: PlantedCall, spoken: SpokenCall, made: Made): void {
  const { analysis, answers } = made;
  const summary: Item[] = [...analysis.keyPoints, ...(analysis.headline === null ? [] : [analysis.headline])];
  for (const fact of call.facts) {
    const items =
      fact.part === 'summary' ? summary : fact.part === 'actionItem' ? analysis.actions : analysis.smallTalk;
    const share =
      fact.part === 'summary' ? count.summary : fact.part === 'actionItem' ? count.actions : count.smallTalk;
    addFound(
      share,
      items.some((item) => tellsFact(item, fact)),
      `${call.id} ${fact.part} ${fact.id}`,
      count,
    );
  }
  addLabels(count, call, analysis);
  for (const planted of call.questions) addAnswer(count, call, planted, answers);
  addInventions(count, call, spoken, made);
  const errors = wordErrors(call, spoken.utterances);
  count.wordErrors.found += errors.found;
  count.wordErrors.of += errors.of;
  addMood(count, call, spoken);
}

function addFound(share: Share, isFound: boolean, what: string, count: Count): void {
  share.of += 1;
  if (isFound) share.found += 1;
  else count.misses.push(what);
}

const tellsFact = ({ text, evidence }: Item, fact: Fact): boolean =>
  says(text, fact.say) && fact.evidence.some((id) => evidence.includes(id));

/** Whether a text has one of each group, whatever the case, accents and punctuation. */
export function says(text: string, groups: readonly (readonly string[])[]): boolean {
  const there = ` ${letters(text)} `;
  return groups.every((group) => group.some((words) => there.includes(letters(words))));
}

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Who has to do it and when, of the actions that were found; every other day is wrong. */
function addLabels(count: Count, call: PlantedCall, { actions }: Analysis): void {
  const planted = call.facts.filter(({ part }) => part === 'actionItem');
  for (const action of actions) {
    const facts = planted.filter((fact) => tellsFact(action, fact));
    const [fact] = facts;
    if (fact?.by !== undefined) {
      count.by.of += 1;
      if (facts.some(({ by }) => by === (action.by === 0 ? 'user' : 'remote'))) count.by.found += 1;
      else count.misses.push(`${call.id} by of ${fact.id}`);
    }
    const near = planted.filter(({ evidence }) => evidence.some((id) => action.evidence.includes(id)));
    const right = near.flatMap(({ due, dueMay = [] }) => (due === undefined ? dueMay : [due, ...dueMay]));
    if (facts.some(({ due }) => due !== undefined)) {
      count.due.of += 1;
      if (action.due !== null && right.includes(action.due)) count.due.found += 1;
    }
    if (action.due !== null && !right.includes(action.due))
      count.wrongDays.push(`${call.id}: ${action.due} for "${action.text}"`);
  }
}

function addAnswer(count: Count, call: PlantedCall, planted: PlantedQuestion, answers: readonly FoundAnswer[]): void {
  const answer = answers.find(({ questionId }) => questionId === planted.id)?.answer ?? null;
  const what = `${call.id} answer ${planted.id}`;
  if (planted.say === null) addFound(count.abstentions, answer === null, `${what}: "${answer?.text}"`, count);
  else addFound(count.answers, answer !== null && says(answer.text, planted.say), what, count);
}

/** Everything that was made of the call and is not in it. */
function addInventions(
  count: Count,
  call: PlantedCall,
  spoken: SpokenCall,
  { analysis: { headline, keyPoints, actions, smallTalk, topics }, answers, isQuoted }: Made,
): void {
  const proof: Proof = { ...spoken, parties: [spoken.user, spoken.remote], names: [] };
  const given = answers.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const quotes: Quote[] = [...(headline === null ? [] : [headline]), ...keyPoints, ...smallTalk, ...given];
  const names = topics.map(({ name, evidence }) => ({ text: name, evidence }));
  for (const item of [...quotes, ...actions, ...names]) {
    count.items.of += 1;
    const doubt = doubtIn(item, proof) ?? absentIn(item, call, spoken) ?? (isQuoted ? unsaidIn(item, spoken) : null);
    if (doubt === null) count.items.found += 1;
    else count.inventions.push(`${call.id} ${doubt}: "${item.text}"`);
  }
}

function absentIn({ text, evidence }: Item, call: PlantedCall, { utterances }: SpokenCall): string | null {
  const said = utterances
    .filter(({ id }) => evidence.includes(id))
    .map((each) => each.text)
    .join(' ');
  const absent = call.absent.find((word) => says(text, [[word]]) && !says(said, [[word]]));
  return absent === undefined ? null : `absent "${absent}"`;
}

/** A quote may join what two said, and is cut at its end where it is long. */
function unsaidIn({ text, evidence }: Item, { utterances }: SpokenCall): string | null {
  const said = utterances.flatMap((each) => (evidence.includes(each.id) ? [letters(each.text)] : []));
  const pieces = text.replace(/ …$/, '').split(' – ').map(letters);
  const joined = said.join(' ');
  return pieces.every((piece) => joined.includes(piece)) ? null : 'unsaid';
}

/** Mood rises or falls where the last third of what the other side says sounds so beside the rest. */
function addMood(count: Count, call: PlantedCall, { utterances, language }: SpokenCall): void {
  const way = call.mood?.remote ?? null;
  if (way === null) return;
  const moods = utterances.filter(({ speaker }) => speaker === 1).map(({ text }) => moodOf(text, language));
  const cut = Math.floor((moods.length * 2) / 3);
  const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / Math.max(1, of.length);
  const change = mean(moods.slice(cut)) - mean(moods.slice(0, cut));
  addFound(count.mood, way === 'rises' ? change > 0.05 : change < -0.05, `${call.id} mood`, count);
}
