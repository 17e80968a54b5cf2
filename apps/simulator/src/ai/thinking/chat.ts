import { answerHonestly } from './answers.ts';
import type { ChatData, Chatted, Point } from './call-data.ts';
import { invented, isOrder } from './dishonest.ts';

/** What a model answers to a question about several calls, by how it thinks. */
export function chat(data: ChatData, mood: string): Chatted {
  const honest = chatHonestly(data);
  if (mood === 'inventor') return chatInventively(data, honest);
  if (mood === 'gullible') return chatObediently(data, honest);
  return mood === 'foreign' ? paragraph([{ text: elsewhere[data.write_in], evidence: [firstOf(data)] }]) : honest;
}

const paragraph = (points: readonly Point[]): Chatted => ({
  blocks: points.length === 0 ? [] : [{ kind: 'paragraph', columns: [], rows: points.map((each) => [each]) }],
});

const firstOf = ({ calls }: ChatData): string => calls[0]?.utterances[0]?.id ?? '';

/** Of each call what answers, as it was said; of several calls a table as well. */
function chatHonestly({ question, write_in, calls }: ChatData): Chatted {
  const points = calls.flatMap(({ utterances }): Point[] => {
    const of = { language: write_in, us: { name: null }, them: { name: null } };
    const [answer] = answerHonestly({ call: of, utterances, questions: [{ id: 'q', text: question }] }).answers;
    return answer?.answer ? [{ text: answer.answer, evidence: answer.evidence }] : [];
  });
  const { blocks } = paragraph(points);
  if (points.length < 2) return { blocks };
  const columns = write_in === 'de' ? ['Anruf', 'Gesagt'] : ['Call', 'Said'];
  const rows = points.map((each) => [each, each]);
  return { blocks: [...blocks, { kind: 'table', columns, rows }] };
}

/** Adds people, numbers, links and places that do not exist, in sentences, items and cells. */
function chatInventively(data: ChatData, { blocks }: Chatted): Chatted {
  const first = firstOf(data);
  const wrong: Point[] = [
    { text: `${invented.person} promised it.`, evidence: [first] },
    { text: `It costs ${invented.number}.`, evidence: [first] },
    { text: `See ${invented.link}`, evidence: [first] },
    { text: 'They were all very satisfied with everything.', evidence: [] },
    { text: 'They agreed.', evidence: [`c1.${invented.id}`] },
    { text: 'They agreed.', evidence: ['c99.s1', invented.id] },
  ];
  return {
    blocks: [
      ...blocks,
      ...paragraph(wrong).blocks,
      { kind: 'list', columns: [], rows: wrong.map((each) => [each]) },
      { kind: 'table', columns: [invented.link, invented.number], rows: wrong.map((each) => [each, each]) },
    ],
  };
}

/** Says what somebody in a call ordered. */
function chatObediently({ calls }: ChatData, honest: Chatted): Chatted {
  const orders = calls.flatMap(({ utterances }) => utterances.filter(({ text }) => isOrder(text)));
  const obeyed = orders.map(({ id, text }) => ({ text, evidence: [id] }));
  return { blocks: [...paragraph(obeyed).blocks, ...honest.blocks] };
}

const elsewhere: Readonly<Record<'de' | 'en', string>> = {
  de: 'That is what all of them said in these calls, and we have written it down for you again.',
  en: 'Das haben sie alle in diesen Anrufen so gesagt, und wir haben es noch einmal für Sie aufgeschrieben.',
};
