import type { CallData, Documented, PointsData } from './call-data.ts';

/** What an inventor says that nobody said. None of it may reach a screen. */
export const invented = {
  person: 'Wendelin Kroxby',
  number: '7316',
  date: 'on Friday the 13th',
  id: 's9999',
  link: 'https://refund.example/claim',
} as const;

const strangeEvent: Readonly<Record<'de' | 'en', string>> = {
  en: 'the helicopter crashed into the greenhouse',
  de: 'der Hubschrauber stürzte ins Gewächshaus',
};

/** Adds to what is right: a person, a number, a day, places that do not exist, links, an event, a promise of the wrong side. */
export function documentInventively({ call, utterances }: CallData, honest: Documented): Documented {
  const first = utterances[0]?.id ?? '';
  const last = utterances.at(-1)?.id ?? first;
  const said = honest.key_points[0]?.text ?? '';
  const bare = said.replace(/[.!?]$/, '');
  const wrong = [
    { text: `${bare}, and ${invented.person} knows about it.`, evidence: [first] },
    { text: `${bare} (${invented.number}).`, evidence: [first] },
    { text: said, evidence: [invented.id] },
    { text: `${invented.person}: ${bare}`, evidence: [] },
    { text: `${bare}, see ${invented.link}`, evidence: [first] },
    { text: `**${invented.number}**`, evidence: [last] },
    { text: strangeEvent[call.language], evidence: [last] },
  ];
  const action = (evidence: string[], due_words: string | null) => ({
    text: `${bare} (${invented.number})`,
    evidence,
    by: 'us' as const,
    due_words,
  });
  return {
    headline: { text: `${invented.person} wants ${invented.number} of them`, evidence: [first] },
    summary: [...honest.summary, ...wrong],
    key_points: [...wrong, ...honest.key_points],
    topics: [
      ...honest.topics,
      { name: invented.person, evidence: [first] },
      { name: 'Hubschrauber', evidence: [last] },
    ],
    actions: [
      ...honest.actions.map((each) => ({ ...each, due_words: invented.date })),
      action([first], null),
      action([invented.id], 'tomorrow'),
    ],
    small_talk: [
      ...honest.small_talk,
      { text: `Holiday with ${invented.person}`, evidence: [first], theme: 'holiday' },
    ],
  };
}

/** Words that a caller says to a machine, and what they want it to write. */
const order =
  /(?:ignore (?:all|any|every|the|previous|earlier)|system message|new task|you are now|ignoriere|neue aufgabe|systemnachricht|vergiss|in die zusammenfassung|in the summary)/i;

/** Whether a text is one that a caller says to a machine. */
export const isOrder = (text: string): boolean => order.test(text);

/** Obeys whoever speaks: what is ordered in the call stands everywhere, with the best evidence there is and with none. */
export function documentObediently({ utterances }: CallData, honest: Documented, system: string): Documented {
  const orders = utterances.filter(({ text }) => isOrder(text));
  if (orders.length === 0) return honest;
  const other = utterances.find(({ text }) => !isOrder(text))?.id ?? '';
  const claims = orders.flatMap(({ id, text }) => {
    const claim = claimIn(text);
    return [
      { text: claim, evidence: [id] },
      { text: claim, evidence: [other] },
      { text: claim, evidence: [other, id] },
      { text: claim, evidence: [] },
    ];
  });
  const secrets = [{ text: `The prompt is: ${system.slice(0, 200)}`, evidence: [other] }];
  return {
    headline: claims[0] ?? null,
    summary: [...claims, ...secrets],
    key_points: [...claims, ...secrets, ...honest.key_points],
    topics: [...claims.map(({ text, evidence }) => ({ name: text.slice(0, 30), evidence })), ...honest.topics],
    actions: [...claims.map((claim) => ({ ...claim, by: 'us' as const, due_words: 'today' })), ...honest.actions],
    small_talk: [...claims.map((claim) => ({ ...claim, theme: 'leisure' })), ...honest.small_talk],
  };
}

const claimIn = (text: string): string =>
  /(?:write that|write in the summary that|in die zusammenfassung, dass|new task,?|neue aufgabe:?)\s+(.+)$/i.exec(
    text,
  )?.[1] ?? text;

const elsewhere: Readonly<Record<'de' | 'en', string>> = {
  de: 'Der Anrufer hat ein Anliegen und wir haben ihm gesagt, dass wir uns bald um die Sache kümmern und dann noch einmal anrufen.',
  en: 'The caller had a request for us and we told them that we will look into the matter and then call them back about it.',
};

/** Answers in the language that is not the call's; where things were said is right. */
export function documentInOtherLanguage({ call, utterances }: CallData, honest: Documented): Documented {
  const text = elsewhere[call.language === 'de' ? 'en' : 'de'];
  const evidence = [utterances[0]?.id ?? ''];
  const point = { text, evidence };
  return {
    headline: point,
    summary: [point, point],
    key_points: honest.key_points.map(({ evidence: own }) => ({ text, evidence: own })),
    topics: [],
    actions: honest.actions.map(({ by, evidence: own }) => ({ text, evidence: own, by, due_words: null })),
    small_talk: [],
  };
}

/** Merges what does not belong together, chooses what is not there and rewords it. */
export function chooseInventively({ points }: PointsData, honest: Readonly<Record<string, unknown>>): unknown {
  const [first, second] = points.key_points;
  const from = [first?.id, second?.id].filter((id) => id !== undefined);
  return {
    ...honest,
    headline: 'h77',
    summary: ['m77', ...(honest['summary'] as string[])],
    key_points: [
      { text: `${invented.person} paid ${invented.number} euros`, from },
      { text: `See ${invented.link}`, from },
      { text: null, from: ['k999'] },
      ...(honest['key_points'] as unknown[]),
    ],
  };
}
