import type { Generated } from 'kysely';
import type { CreatedAt, Json, Rev, Time } from '../columns.ts';

/** Call assistants and what they deliver. */
export interface AssistantTables {
  assistants: {
    id: string;
    account_id: string;
    name: string;
    channel_id: string | null;
    greeting: Generated<string>;
    /** Ids of announcements. */
    greeting_announcement_id: string | null;
    goodbye_announcement_id: string | null;
    /** See `assistantQuestion` and `assistantTopic` of the contract. */
    questions: Json<readonly object[]>;
    topics: Json<readonly object[]>;
    /** See `botSettings` of the contract; null where the exchange itself asks questions. */
    bot: Json<object> | null;
    bot_secret_sealed: Buffer | null;
    /** Goes up by one with each change by an administrator. */
    revision: Generated<number>;
    created_at: CreatedAt;
    /** Grows also when its users change. */
    rev: Rev;
  };
  assistant_users: {
    assistant_id: string;
    user_id: string;
    may_see_transcripts: boolean;
    rev: Rev;
  };
  assistant_tokens: {
    id: string;
    assistant_id: string;
    account_id: string;
    token_hash: string;
    name: string;
    created_at: CreatedAt;
    /** To the hour. */
    last_used_at: Time | null;
    rev: Rev;
  };
  assistant_results: {
    id: string;
    assistant_id: string;
    account_id: string;
    sender_id: string;
    sent_digest: string;
    session_id: string | null;
    /** E.164, or as it came where it is no such number; null for an anonymous caller. */
    remote_number: string | null;
    started_at: Time;
    duration_ms: number | null;
    state: 'OPEN' | 'DONE';
    primary_topic: string | null;
    topics: Json<readonly string[]>;
    rows: Json<readonly { readonly label: string; readonly value: string }[]>;
    summary: string | null;
    key_points: Json<readonly string[]>;
    note: Generated<string>;
    note_revision: Generated<number>;
    note_by: string | null;
    note_at: Time | null;
    /** Names its file; null where none was delivered. */
    transcript_doc_id: string | null;
    created_at: CreatedAt;
    rev: Rev;
  };
  assistant_feedback: {
    result_id: string;
    user_id: string;
    rating: number;
    comment: string | null;
    at: CreatedAt;
    rev: Rev;
  };
  assistant_deleted_results: {
    assistant_id: string;
    sender_id: string;
    result_id: string;
    at: CreatedAt;
  };
  /** Kept by triggers. */
  assistant_counts: {
    assistant_id: string;
    account_id: string;
    open: Generated<number>;
    done: Generated<number>;
    rev: Rev;
  };
}
