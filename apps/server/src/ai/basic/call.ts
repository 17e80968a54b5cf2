// What the analysis without a model reads and what it finds. Shapes only.

export type Language = 'de' | 'en';

/** 0 is our user, 1 the other side, as in a transcript. */
export type Speaker = 0 | 1;

/** What one side said without a pause. */
export interface Utterance {
  /** What evidence points to: 's1', 's2' … Stable for the life of the transcript. */
  readonly id: string;
  readonly speaker: Speaker;
  readonly text: string;
}

export interface Party {
  readonly name: string | null;
  readonly organization: string | null;
}

/** A transcript with what is known about its call. */
export interface SpokenCall {
  readonly language: Language;
  /** Day of the call where the account is, YYYY-MM-DD. "Tomorrow" counts from it. */
  readonly day: string;
  /** A message on the machine: one side speaks, and nobody answered it. */
  readonly isVoicemail: boolean;
  readonly user: Party;
  readonly remote: Party;
  readonly utterances: readonly Utterance[];
}

/** Something found in a call: words that were said there, and where. */
export interface Quote {
  readonly text: string;
  readonly speaker: Speaker;
  /** Ids of utterances, at least one. */
  readonly evidence: readonly string[];
}

export interface Topic {
  readonly name: string;
  readonly evidence: readonly string[];
}

/** Something that one of the two said they would do, or were asked to do. */
export interface ActionPoint extends Quote {
  /** Who has to do it. */
  readonly by: Speaker;
  /** YYYY-MM-DD, where the words name a day beyond doubt. */
  readonly due: string | null;
}

/** Of something that is not the business of the call. */
export interface SmallTalkPoint extends Quote {
  readonly theme: SmallTalkTheme;
}

export const smallTalkThemes = ['holiday', 'weekend', 'weather', 'family', 'health', 'sport', 'leisure'] as const;
export type SmallTalkTheme = (typeof smallTalkThemes)[number];

export interface Question {
  readonly id: string;
  readonly text: string;
}

/** `answer` is null where the call does not say it, or not clearly enough. */
export interface FoundAnswer {
  readonly questionId: string;
  readonly answer: Quote | null;
}

export interface Analysis {
  readonly headline: Quote | null;
  /** In the order of the call. */
  readonly keyPoints: readonly Quote[];
  readonly topics: readonly Topic[];
  readonly actions: readonly ActionPoint[];
  readonly smallTalk: readonly SmallTalkPoint[];
}
