/** What a call assistant says and asks, as WAV files that media can play. */
export interface AssistantScript {
  /** Null: it begins with its first question. */
  readonly greeting: string | null;
  readonly questions: readonly ScriptQuestion[];
  /** Null: the server's own words. */
  readonly goodbye: string | null;
}

/** A question as it is now: results show it so, whatever becomes of it during the call. */
interface ScriptQuestion {
  readonly questionId: string;
  /** Short name of what it asks for, and its words. */
  readonly label: string;
  readonly question: string;
  readonly file: string;
}

/** A caller whom a call assistant asks; what they answer belongs to the inbox event of that channel and session. */
export interface AskedCaller {
  readonly resultId: string;
  readonly assistantId: string;
  readonly accountId: string;
  readonly channelId: string;
  /** Of the inbox event that has been written before. */
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

/** How a caller and a call assistant parted. `person`: the caller pressed 0. */
export type AskingEnd = 'answered' | 'person' | 'left';

/** With 0 milliseconds nobody said anything. */
export interface RecordedAnswer {
  readonly questionId: string;
  readonly durationMs: number;
}

/** Keeps what callers answer to call assistants: each method is durable before its promise fulfils. */
export interface CallAssistants {
  /** Null where it is gone, or has nothing to ask. */
  scriptOf(accountId: string, assistantId: string): Promise<AssistantScript | null>;
  opened(asked: AskedCaller, questions: readonly ScriptQuestion[]): Promise<void>;
  /** Gives the file to which media writes the answer to a question. */
  answering(resultId: string, questionId: string): Promise<{ readonly path: string }>;
  /** Nothing more is asked, and the files of these answers are complete. */
  finished(resultId: string, end: AskingEnd, answers: readonly RecordedAnswer[]): Promise<void>;
}
