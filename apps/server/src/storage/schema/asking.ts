import type { Json, Time } from '../columns.ts';

/** Tables of callers whom call assistants ask, or whom their voice bots have. */
export interface AskingTables {
  /** `id` is that of the result which comes of it. */
  assistant_askings: {
    id: string;
    assistant_id: string;
    account_id: string;
    channel_id: string;
    doc_id: string;
    session_id: string;
    /** As they were when the call came. */
    questions: Json<readonly { readonly id: string; readonly label: string; readonly question: string }[]>;
    /** The server that has the files. */
    node: string;
    started_at: Time;
    /** Null while the caller is asked. */
    ended_at: Time | null;
    ended: 'answered' | 'person' | 'left' | null;
  };
  assistant_answers: {
    asking_id: string;
    question_id: string;
    /** Among the questions, from 0. */
    position: number;
    /** Label and words of the question as they were then. */
    label: string;
    question: string;
    /** Relative to the folder of answers; null once the words are there. */
    path: string | null;
    /** Null while the file grows; 0 where nobody said anything. */
    duration_ms: number | null;
    /** Null until they were heard. */
    words: string | null;
  };
  /** Calls that voice bots have now, or begin to have. `id` is that of the result which comes of it. */
  assistant_bot_calls: {
    id: string;
    call_sid: string;
    assistant_id: string;
    account_id: string;
    channel_id: string;
    doc_id: string;
    session_id: string;
    /** The server that has the call. */
    node: string;
    started_at: Time;
    /** Null until the bot has the caller. */
    connected_at: Time | null;
    /** What the bot said when it handed the call over. */
    summary: string | null;
  };
}
