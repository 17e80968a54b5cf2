/** A call as it stands in the message that a model gets. */
export interface CallData {
  readonly call: {
    readonly language: 'de' | 'en';
    readonly us: { readonly name: string | null };
    readonly them: { readonly name: string | null };
  };
  readonly utterances: readonly { readonly id: string; readonly who: 'us' | 'them'; readonly text: string }[];
}

/** A call with questions about it. */
export interface QuestionsData extends CallData {
  readonly questions: readonly { readonly id: string; readonly text: string }[];
}

/** A question about several calls, with parts of them. */
export interface ChatData {
  readonly question: string;
  readonly write_in: 'de' | 'en';
  readonly calls: readonly (Omit<CallData, 'call'> & { readonly id: string })[];
}

/** What is answered to it: blocks of rows of cells. */
export interface Chatted {
  readonly blocks: readonly {
    readonly kind: 'paragraph' | 'list' | 'table';
    readonly columns: readonly string[];
    readonly rows: readonly (readonly Point[])[];
  }[];
}

/** What is answered; null where the call does not say it. */
export interface Answered {
  readonly answers: readonly {
    readonly question: string;
    readonly answer: string | null;
    readonly evidence: readonly string[];
  }[];
}

/** Points of several windows, to choose from. */
export interface PointsData {
  readonly points: Readonly<Record<Part, readonly { readonly id: string; readonly text: string }[]>>;
}

type Part = 'headlines' | 'summary' | 'key_points' | 'topics' | 'actions' | 'small_talk';

export interface Point {
  readonly text: string;
  readonly evidence: readonly string[];
}

export interface Action extends Point {
  readonly by: 'us' | 'them';
  readonly due_words: string | null;
}

/** What is made of a call. */
export interface Documented {
  readonly headline: Point | null;
  readonly summary: readonly Point[];
  readonly key_points: readonly Point[];
  readonly topics: readonly { readonly name: string; readonly evidence: readonly string[] }[];
  readonly actions: readonly Action[];
  readonly small_talk: readonly (Point & { readonly theme: string })[];
}

/** The data of a message: the only JSON in it. Null where there is none. */
export function dataIn(user: string): CallData | QuestionsData | PointsData | ChatData | null {
  const [from, to] = [user.indexOf('{'), user.lastIndexOf('}')];
  if (from < 0 || to < from) return null;
  try {
    return JSON.parse(user.slice(from, to + 1)) as CallData | QuestionsData | PointsData | ChatData;
  } catch {
    return null;
  }
}
