import type { Party, SpokenCall, Utterance } from '../basic/call.ts';
import type { ChatByModel, ModelOptions, ProvedBlock, ProvedSentence, QuotedCall } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import { type ChatAnswer, chatAnswer } from './answer-schema.ts';
import { asked, type Request } from './ask-model.ts';
import { messageOf, weekdayOf } from './call-message.ts';
import { cleanText } from './clean-text.ts';
import { type ModelDoubt, pointCheck } from './doubts.ts';
import { promptNamed } from './prompt.ts';
import { redacted } from './redact.ts';

const promptName = 'chat.v1';
const mostBlocks = 8;
const mostRows = 40;
const mostColumns = 6;
const longestHeading = 60;
const notTheForm = 'it was not one JSON object of the schema.';

type Dropped = Partial<Record<ModelDoubt, number>>;

interface Work {
  readonly calls: readonly QuotedCall[];
  readonly language: ModelOptions['language'];
  readonly dropped: Dropped;
}

/** Asks, and once more where the answer does not have the form. Every sentence is held against the utterances that it names. */
export const chatByModel: ChatByModel = async (question, calls, provider, options, signal) => {
  const usage = { tokensIn: 0, tokensOut: 0 };
  const { contextTokens, language, redacts } = options;
  const request: Request = { provider, contextTokens, signal, usage };
  const given = redacts ? calls.map((each) => ({ ...each, utterances: redacted(each.utterances) })) : calls;
  const ask = (complaint: string | null) =>
    asked(request, promptName, chatAnswer, chatMessage(question, given, language, complaint));
  const answer = (await ask(null)) ?? (await ask(notTheForm));
  if (answer === null) throw new ProviderFailure('badAnswer', 'notTheProtocol');
  const work: Work = { calls, language, dropped: {} };
  const blocks = answer.blocks.slice(0, mostBlocks).flatMap((block) => provedBlock(work, block));
  return { blocks, usage, prompt: promptNamed(promptName).name, dropped: { ...work.dropped } };
};

function chatMessage(
  question: string,
  calls: readonly QuotedCall[],
  language: ModelOptions['language'],
  complaint: string | null,
): string {
  const data = {
    question,
    write_in: language,
    calls: calls.map(({ call, utterances }, at) => ({
      id: `c${at + 1}`,
      day: call.day,
      weekday: weekdayOf(call.day),
      us: { name: call.user.name, organization: call.user.organization },
      them: { name: call.remote.name, organization: call.remote.organization },
      utterances: utterances.map(({ id, speaker, text }) => ({
        id: `c${at + 1}.${id}`,
        who: speaker === 0 ? 'us' : 'them',
        text,
      })),
    })),
  };
  return messageOf('The question with parts of calls', data, complaint);
}

type RawBlock = ChatAnswer['blocks'][number];
type RawCell = RawBlock['rows'][number][number];

function provedBlock(work: Work, { kind, columns, rows }: RawBlock): ProvedBlock[] {
  const some = rows.slice(0, mostRows);
  if (kind !== 'table') {
    const proved = some.flatMap(([cell]) => (cell ? provedSentence(work, cell) : []));
    return proved.length === 0 ? [] : [{ kind, columns: [], rows: proved.map((each) => [each]) }];
  }
  const heads = columns.slice(0, mostColumns).map((each) => headingOf(work, each));
  // A cell without what it says would leave the rest of its row without its meaning.
  const proved = some.flatMap((row) => provedRow(work, row.slice(0, heads.length), heads.length));
  return proved.length === 0 || heads.length < 2 ? [] : [{ kind, columns: heads, rows: proved }];
}

function provedRow(work: Work, cells: readonly RawCell[], width: number): ProvedSentence[][] {
  const proved: ProvedSentence[] = [];
  for (const cell of cells) {
    const empty = cell.text.trim() === '';
    const [sentence] = empty ? [{ text: '', rests: [] }] : provedSentence(work, cell);
    if (sentence === undefined) return [];
    proved.push(sentence);
  }
  while (proved.length < width) proved.push({ text: '', rests: [] });
  return proved.some(({ text }) => text !== '') ? [proved] : [];
}

/** A heading rests on nothing, so that it may name no number, nobody and no place: it is at most four everyday words. */
function headingOf({ dropped }: Work, text: string): string {
  const clean = cleanText(text);
  const isPlain = clean.length <= longestHeading && !/[\d/@.:]/.test(clean) && clean.split(' ').length <= 4;
  if (isPlain) return clean;
  dropped.long = (dropped.long ?? 0) + 1;
  return '';
}

function provedSentence(work: Work, cell: RawCell): ProvedSentence[] {
  const text = cleanText(cell.text);
  const evidence = [...new Set(cell.evidence)];
  const doubt = doubtIn(work, text, evidence);
  if (doubt === null) return [{ text, rests: restsOf(evidence) }];
  work.dropped[doubt] = (work.dropped[doubt] ?? 0) + 1;
  return [];
}

/** Holds a sentence against the utterances that it names, all of which are taken for one call of everyone who took part. */
function doubtIn({ calls, language }: Work, text: string, evidence: readonly string[]): ModelDoubt | null {
  const named = [...new Set(evidence.flatMap((id) => callOf(id) ?? []))].flatMap((at) => {
    const quoted = calls[at];
    return quoted ? [{ at, quoted }] : [];
  });
  const [first] = named;
  if (first === undefined) return evidence.length === 0 ? 'noEvidence' : 'unknownEvidence';
  const utterances = named.flatMap(({ at, quoted }): Utterance[] =>
    quoted.utterances.map((each) => ({ ...each, id: `c${at + 1}.${each.id}` })),
  );
  const { call } = first.quoted;
  const joined: SpokenCall = {
    ...call,
    user: partyOf(named.map(({ quoted }) => quoted.call.user)),
    remote: partyOf(named.map(({ quoted }) => quoted.call.remote)),
    utterances,
  };
  return pointCheck(joined, language).doubtIn({ text, evidence });
}

const partyOf = (parties: readonly Party[]): Party => ({
  name: parties.flatMap(({ name }) => name ?? []).join(' ') || null,
  organization: parties.flatMap(({ organization }) => organization ?? []).join(' ') || null,
});

/** Which of the calls an id such as 'c2.s14' is of. */
function callOf(id: string): number | null {
  const number = /^c(\d{1,3})\./.exec(id)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

function restsOf(evidence: readonly string[]): ProvedSentence['rests'] {
  const byCall = Map.groupBy(evidence, (id) => callOf(id) ?? -1);
  return [...byCall].map(([call, ids]) => ({ call, utteranceIds: ids.map((id) => id.slice(id.indexOf('.') + 1)) }));
}
