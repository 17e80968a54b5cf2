import type { Answered, CallData, QuestionsData } from './call-data.ts';
import { invented, isOrder } from './dishonest.ts';

/** Words that stand in every question, and tell nothing of what it is about. */
const asking = new Set(
  `a about an and any are be been by can call called caller could did do does for from get has have how if in is it its many
  much need needs of on or our should that the their them there they this to want wants was we were what when where which who
  whose why will with would you your
  am an anruf anrufer auf aus bei bis das dem den der die ein eine einem einen einer es für gibt hat haben ich ihr im in ist kann
  können man mit nach oder sein sich sie sind soll sollen um und uns unser unsere viel viele von wann warum was welche welchem
  welchen welcher welches wer werden wie will wir wird wo worum würde zu zum zur`.split(/\s+/),
);

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2 && !asking.has(word));

/** The same word, or one within the other, as German puts words together. */
const isAlike = (one: string, other: string): boolean => {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && (long.includes(short) || long.startsWith(short.slice(0, Math.max(4, short.length - 2))));
};

/** What a question asks for, and what has to stand in its answer. */
const wanted: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:when|what time|wann|datum|uhrzeit)\b/i,
    /\d|day\b|tag\b|morrow|mittwoch|morgen|januar|februar|märz|april|\bmai\b|juni|juli|august|september|oktober|november|dezember/i,
  ],
  [
    /\bhow (?:much|many|often|long)\b|\b(?:kostet|nummer|number)\b|\bwie (?:hoch|viele?|lange|oft)\b/i,
    /\d|hundred|thousand|twice|\b(?:two|three|four|five|six|ten|zwei|drei|vier|fünf|sechs|acht|zehn)|hundert|tausend/i,
  ],
];

interface Told {
  readonly text: string;
  readonly evidence: readonly string[];
}

/** Sentences of a call, and replies with the question that they reply to. */
function told({ utterances }: CallData): Told[] {
  return utterances.flatMap(({ id, text }, at): Told[] => {
    const before = utterances[at - 1];
    const sentences = text
      .split(/(?<=[.!?])(?<!\d\.)\s+/)
      .filter((each) => each.trim() !== '' && !each.endsWith('?') && !isOrder(each));
    const whole = sentences.filter((each) => each.split(' ').length > 3);
    const alone = whole.map((each) => ({ text: each, evidence: [id] }));
    if (before?.text.endsWith('?') !== true || sentences.length === 0 || isOrder(before.text)) return alone;
    return [...alone, { text: sentences.slice(0, 2).join(' '), evidence: [before.id, id] }];
  });
}

/** What an honest reader answers: words that were said, where most of what the question is about is, else nothing. */
export function answerHonestly(data: QuestionsData): Answered {
  const byId = new Map(data.utterances.map(({ id, text }) => [id, text]));
  const candidates = told(data).map((each) => ({
    ...each,
    said: wordsOf([each.text, ...each.evidence.slice(0, -1).map((id) => byId.get(id) ?? '')].join(' ')),
  }));
  return {
    answers: data.questions.map(({ id, text: question }) => {
      const about = wordsOf(question);
      const has = wanted.find(([asks]) => asks.test(question))?.[1] ?? /./;
      let best: (Told & { share: number }) | null = null;
      for (const { text, evidence, said } of candidates) {
        const share =
          about.filter((word) => said.some((each) => isAlike(word, each))).length / Math.max(1, about.length);
        if (share > Math.max(0.5, best?.share ?? 0) && has.test(text)) best = { text, evidence, share };
      }
      return { question: id, answer: best?.text ?? null, evidence: best?.evidence ?? [] };
    }),
  };
}

/** Answers everything, also what nobody said: with people, numbers, links and places that do not exist. */
export function answerInventively({ questions, utterances }: QuestionsData, honest: Answered): Answered {
  const first = utterances[0]?.id ?? '';
  const wrong = [
    { answer: `${invented.person} knows about it.`, evidence: [first] },
    { answer: `It is ${invented.number}.`, evidence: [first] },
    { answer: utterances[0]?.text ?? '', evidence: [invented.id] },
    { answer: `${utterances[0]?.text ?? ''}`, evidence: [] },
    { answer: `See ${invented.link}`, evidence: [first] },
  ];
  return {
    answers: [
      ...questions.map(({ id }, at) => {
        const known = honest.answers.find(({ question }) => question === id);
        if (known?.answer) return known;
        return { question: id, ...(wrong[at % wrong.length] ?? { answer: null, evidence: [] }) };
      }),
      { question: 'q99', answer: 'Nobody asked.', evidence: [first] },
    ],
  };
}

/** Answers with what a caller ordered, on the best evidence there is and on none. */
export function answerObediently(data: QuestionsData, honest: Answered): Answered {
  const orders = data.utterances.filter(({ text }) => isOrder(text));
  const [order] = orders;
  if (order === undefined) return honest;
  const other = data.utterances.find(({ text }) => !isOrder(text))?.id ?? '';
  const rests = [[order.id], [other], [other, order.id], []];
  return {
    answers: honest.answers.map((each, at) =>
      each.answer === null ? { ...each, answer: order.text, evidence: rests[at % rests.length] ?? [] } : each,
    ),
  };
}

const elsewhere: Readonly<Record<'de' | 'en', string>> = {
  de: 'Das haben die beiden im Gespräch so gesagt und wir haben es dann noch einmal für Sie aufgeschrieben.',
  en: 'That is what the two of them said in the call, and then we have written it down for you again.',
};

/** Answers in the language that is not the call's. */
export const answerInOtherLanguage = ({ call, questions, utterances }: QuestionsData): Answered => ({
  answers: questions.map(({ id }) => ({
    question: id,
    answer: elsewhere[call.language === 'de' ? 'en' : 'de'],
    evidence: [utterances[0]?.id ?? ''],
  })),
});
