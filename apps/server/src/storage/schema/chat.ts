import type { ChatBlock } from '@sidetone/contract/entities/chat.ts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, Rev } from '../columns.ts';

/** The tables of chats of users about their calls. */
export interface ChatTables {
  chats: {
    id: string;
    user_id: string;
    /** Null before the first question. */
    title: string | null;
    created_at: CreatedAt;
    used_at: Generated<Date>;
    rev: Rev;
  };
  /** A question and its answer. */
  chat_messages: {
    id: string;
    chat_id: string;
    text: string;
    /** Null: all channels of the user. */
    channel_ids: string[] | null;
    from_day: ColumnType<Date | null, string | null, never>;
    to_day: ColumnType<Date | null, string | null, never>;
    asked_at: CreatedAt;
    state: Generated<'waiting' | 'reading' | 'done' | 'nothing' | 'stopped' | 'failed' | 'removed'>;
    /** A code. */
    problem: string | null;
    /** The service that wrote it; null for quotes alone. */
    service: string | null;
    blocks: Json<readonly ChatBlock[]>;
    /** Calls that the question was about. */
    calls: Generated<number>;
    rating: 'up' | 'down' | null;
    rev: Rev;
  };
  /** What an answer rests on; its words are read where they are. */
  chat_citations: {
    message_id: string;
    number: number;
    channel_id: string;
    doc_id: string;
    utterance_ids: string[];
  };
  /** When users asked within the last hour. */
  chat_questions: { user_id: string; asked_at: Generated<Date> };
}
