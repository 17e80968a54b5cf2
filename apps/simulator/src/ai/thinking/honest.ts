import type { Action, CallData, Documented, Point, PointsData } from './call-data.ts';

interface Sentence {
  readonly id: string;
  readonly who: 'us' | 'them';
  readonly text: string;
  readonly turn: number;
}

type Language = 'de' | 'en';
type Patterns = Readonly<Record<Language, RegExp>>;

const courtesy: Patterns = {
  en: /^(?:good (?:morning|afternoon|evening|bye)|hello|hi|bye|thank you|thanks|great|okay|all right|you are welcome|of course|yes|no|sure)\b.{0,25}$/i,
  de: /^(?:guten|hallo|auf wiederhören|wiederhören|tschüss|danke|vielen dank|gern|okay|ja|nein|wie bitte|alles klar|schönen)(?!\p{L}).{0,40}$/iu,
};
const promise: Patterns = {
  en: /\b(?:i|we)(?: will| shall| can|'ll|'m going to| am going to| are going to| have to| need to)\b|\blet me\b|\bi am (?:sending|booking)\b/i,
  de: /(?<!\p{L})(?:(?:ich|wir) (?!habe|hatte|bin|war|möchte|würde|denke|glaube|hätte|brauche|bräuchte|sind|haben)\p{L}+en?(?!\p{L})|\p{L}+e ich|\p{L}+en wir)(?!\p{L})/iu,
};
const offer: Patterns = { en: /\b(?:shall|should) (?:i|we)\b/i, de: /(?<!\p{L})(?:soll ich|sollen wir)(?!\p{L})/iu };
const request: Patterns = {
  en: /\bplease\b|\b(?:could|can|would|will) you\b|\byou (?:need|have) to\b|\bdo not forget\b|^(?:and |then )?(?:send|call|email|ring|bring|book|forward|make sure|remind|let (?:me|us) know)\b/i,
  de: /(?<!\p{L})bitte(?!\p{L})|(?<!\p{L})(?:können|könnten|würden|müssten|sollten|müssen) sie(?!\p{L})|(?<!\p{L})\p{L}+en sie(?!\p{L})/iu,
};
/** What is asked for is words, which are said on the spot. */
const wordsAsked =
  /^(?:wann|wie|was|wo|wer|haben|wohnen|lassen|would you like|yes please)(?!\p{L})|could you tell me|sagen sie/iu;
const dueWords: Patterns = {
  en: /\b(?:(?:by|until|on|this) )?(?:(?:the day after )?tomorrow(?: (?:morning|afternoon|evening))?|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:the )?\w+ of (?:january|february|march|april|may|june|july|august|september|october|november|december))\b/i,
  de: /(?<!\p{L})(?:(?:bis|am|diesen|spätestens|zum) )*(?:übermorgen|heute|morgen|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\p{L}*|\p{L}*\d*\.? ?(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))(?!\p{L})/iu,
};
const smallTalk: Patterns = {
  en: /\bhow (?:was|is|were|are) your\b|\bholiday\b|\bweekend\b|\b(?:good|nice|lovely) trip\b|\bweather\b/i,
  de: /wie war|wie geht es|urlaub|wochenende|wetter|grüßen sie|gute besserung/i,
};
const themes: readonly (readonly [string, RegExp])[] = [
  ['holiday', /holiday|urlaub|vacation|ferien|reise/i],
  ['weekend', /weekend|wochenende/i],
  ['weather', /weather|wetter|regen|rain/i],
  ['health', /knie|knee|besserung|operation|hospital|krank/i],
  ['sport', /game|match|spiel|fußball|marathon/i],
  ['family', /daughter|son|tochter|sohn|kinder|kids|hochzeit|wedding/i],
  ['leisure', /./],
];

/** What an honest reader makes of a call: sentences that were said, each with where, and nothing else. */
export function documentHonestly({ call, utterances }: CallData): Documented {
  const { language } = call;
  const sentences = utterances.flatMap(({ id, who, text }, turn) =>
    text
      .split(/(?<=[.!?])(?<!\d\.)\s+/)
      .filter((each) => each.trim() !== '')
      .map((each): Sentence => ({ id, who, text: each.trim(), turn })),
  );
  const chat = chatIn(sentences, language);
  const business = sentences.filter((each) => !chat.has(each) && !isCourtesy(each.text, language));
  const told = business.map((each) => withQuestion(each, sentences));
  const reason = business.find(({ who, text }) => who === 'them' && !text.endsWith('?')) ?? business[0];
  return {
    headline: reason === undefined ? null : pointOf(reason),
    summary: business
      .filter(({ text }) => !text.endsWith('?'))
      .slice(0, 2)
      .map(pointOf),
    key_points: longest(told, mostPoints),
    topics: topicsOf(business, language),
    actions: business.flatMap((each) => actionsIn(each, language)),
    small_talk: [...chat].map((each) => ({
      ...pointOf(each),
      theme: themes.find(([, words]) => words.test(each.text))?.[0] ?? 'leisure',
    })),
  };
}

/** More than a reader wants to read. */
const mostPoints = 30;

/** So many points at most, in their order: short ones say least. */
function longest<Each extends { readonly text: string }>(points: readonly Each[], most: number): Each[] {
  const wordsIn = ({ text }: Each) => text.split(' ').length;
  const kept = new Set([...points].sort((a, b) => wordsIn(b) - wordsIn(a)).slice(0, most));
  return points.filter((point) => kept.has(point));
}

const isCourtesy = (text: string, language: Language): boolean =>
  courtesy[language].test(text) && !promise[language].test(text) && !request[language].test(text);

const pointOf = ({ id, text }: Sentence): Point => ({ text, evidence: [id] });

/** Small talk with what is answered to it. */
function chatIn(sentences: readonly Sentence[], language: Language): ReadonlySet<Sentence> {
  const asked = sentences.filter(({ text }) => smallTalk[language].test(text));
  return new Set([...asked, ...asked.flatMap(({ turn }) => sentences.filter((each) => each.turn === turn + 1))]);
}

/** A short reply stands behind what it replies to. */
function withQuestion(sentence: Sentence, all: readonly Sentence[]): Point {
  const before = all[all.indexOf(sentence) - 1];
  const isReply = before?.text.endsWith('?') === true && before.turn === sentence.turn - 1;
  if (!isReply || sentence.text.split(' ').length > 6) return pointOf(sentence);
  return { text: `${before.text} – ${sentence.text}`, evidence: [before.id, sentence.id] };
}

function actionsIn(sentence: Sentence, language: Language): Action[] {
  const isOrder = language === 'de' && /^\p{L}+en Sie /u.test(sentence.text);
  const isOffer = offer[language].test(sentence.text);
  const isPromise = isOffer || (promise[language].test(sentence.text) && !sentence.text.endsWith('?') && !isOrder);
  const isRequest = request[language].test(sentence.text) && !wordsAsked.test(sentence.text);
  if (!isPromise && !isRequest) return [];
  const other = sentence.who === 'us' ? 'them' : 'us';
  const due_words = dueWords[language].exec(sentence.text)?.[0] ?? null;
  return [{ ...pointOf(sentence), by: isPromise ? sentence.who : other, due_words }];
}

/** Long words that come twice. */
function topicsOf(business: readonly Sentence[], language: Language): Documented['topics'] {
  const seen = new Map<string, string[]>();
  for (const { id, text } of business) {
    for (const word of text.match(language === 'de' ? /(?<!^)\p{Lu}\p{Ll}{4,}/gu : /\b[a-z]{6,}\b/g) ?? []) {
      seen.set(word, [...(seen.get(word) ?? []), id]);
    }
  }
  return [...seen]
    .filter(([, ids]) => new Set(ids).size > 1)
    .slice(0, 5)
    .map(([name, ids]) => ({ name, evidence: [...new Set(ids)].slice(0, 6) }));
}

/** Chooses among points of several windows: every text once, in its order. */
export function chooseHonestly({ points }: PointsData): Readonly<Record<string, unknown>> {
  const once = (list: readonly { readonly id: string; readonly text: string }[]) =>
    list.filter(({ text }, at) => list.findIndex((other) => other.text === text) === at).map(({ id }) => id);
  return {
    headline: points.headlines[0]?.id ?? null,
    summary: once(points.summary).slice(0, 6),
    key_points: longest(points.key_points, mostPoints).map(({ id }) => ({ text: null, from: [id] })),
    topics: once(points.topics),
    actions: once(points.actions),
    small_talk: once(points.small_talk),
  };
}
