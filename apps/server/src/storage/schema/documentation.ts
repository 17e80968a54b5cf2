import type { Generated, JSONColumnType } from 'kysely';
import type { BigInt64, CreatedAt, Json, Time } from '../columns.ts';

/** Tables of the documentation of calls. */
export interface DocumentationTables {
  /** Sounds that calls are documented from; nobody lists or plays them. */
  captures: {
    id: string;
    account_id: string;
    user_id: string | null;
    channel_id: string;
    doc_id: string;
    session_id: string;
    state: 'asking' | 'recording' | 'paused' | 'stopped' | 'processing' | 'ready' | 'failed';
    consent: Json<unknown> | null;
    /** Relative to the folder of captures. */
    original_path: string | null;
    /** Always null. */
    mp3_path: string | null;
    duration_ms: number | null;
    waveform: Json<number[]> | null;
    failure: string | null;
    started_at: Time;
    stopped_at: Time | null;
  };
  /** What a service heard of a piece of one side, until the transcript is there. */
  heard_pieces: {
    channel_id: string;
    doc_id: string;
    side: number;
    start_ms: number;
    end_ms: number;
    heard: JSONColumnType<Record<string, unknown>>;
  };
  /** Words of a transcript with their times, by side. */
  transcript_words: {
    channel_id: string;
    doc_id: string;
    side: number;
    words: JSONColumnType<readonly { readonly text: string; readonly start: number; readonly end: number }[]>;
    rev: Generated<BigInt64>;
  };
  /** Requests to services, without a word of them. */
  ai_runs: {
    id: Generated<string>;
    account_id: string;
    user_id: string | null;
    /** With `doc_id` the call, as long as it is there. */
    channel_id: string | null;
    doc_id: string | null;
    step: 'transcribe' | 'document' | 'answers' | 'chat';
    /** Of the request: the same one has the same key. */
    key: string;
    /** Tells calls apart, also once they are gone; does not lead to them. */
    call: Generated<string>;
    connection_id: string;
    kind: string;
    model: string;
    prompt: string | null;
    /** The service is outside of this server: the call counts for its month. */
    counted: boolean;
    tokens_in: number | null;
    tokens_out: number | null;
    audio_seconds: number | null;
    /** In millionths of a unit of the currency; null where nobody entered prices. */
    price: BigInt64 | null;
    currency: string | null;
    started_at: CreatedAt;
    ended_at: Time | null;
    /** A code; null while it runs, and for good where the process died. */
    outcome: string | null;
    points: number | null;
    dropped: number | null;
  };
  /** `month` is YYYY-MM where the account is. */
  ai_usage: { account_id: string; month: string; calls: Generated<number> };
}
