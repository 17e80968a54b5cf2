import type { CustomWord } from '@sidetone/contract/entities/feature.ts';
import type { ColumnType, Generated } from 'kysely';
import type { BigInt64, ByDatabase, CreatedAt, Json, Rev, Time } from '../columns.ts';

/** The tables of what accounts set up for the documentation of their calls, and of the assistants of users. */
export interface AiTables {
  /** Tokens by which assistants read the calls of their user. */
  mcp_tokens: {
    id: string;
    user_id: string;
    account_id: string;
    token_hash: string;
    name: string;
    may_write_notes: boolean;
    created_at: CreatedAt;
    expires_at: Time;
    last_used_at: Time | null;
  };
  ai_connections: {
    id: string;
    /** Null: the server's own. */
    account_id: string | null;
    purpose: 'language' | 'speech' | 'voice';
    kind: string;
    name: string;
    url: string | null;
    model: string;
    options: Json<Record<string, unknown>>;
    key_sealed: Buffer | null;
    /** Scheme, host and port that the key was entered for. */
    key_origins: Generated<string[]>;
    state: Generated<'unchecked' | 'working' | 'failing'>;
    problem: string | null;
    checked_at: Time | null;
    confirmed_at: Time | null;
    confirmed_by: string | null;
    /** Who runs it and where it computes, in the words of the administrator who confirmed it. */
    processor: ColumnType<{ name: string; place: string } | null, string | null | undefined, string | null>;
    created_at: CreatedAt;
    rev: Rev;
    /** The revision that an administrator made last. */
    changed_rev: ByDatabase<string>;
  };
  ai_settings: {
    account_id: string;
    documentation: 'all' | 'recorded';
    sound_hours: Generated<number>;
    language: Generated<'call' | 'de' | 'en'>;
    /** Numbers of cards and accounts are blacked out before they are sent elsewhere. */
    redacts: Generated<boolean>;
    rev: Rev;
  };
  /** Models for the recogniser on this server that were asked for and are not here yet; `id` is that of the model. */
  ai_models: {
    id: string;
    state: 'waiting' | 'loading' | 'stopped' | 'failed';
    problem: string | null;
    bytes_per_second: BigInt64 | null;
    /** Tries that failed. */
    tries: Generated<number>;
    next_try_at: Time | null;
    rev: Rev;
  };
  smart_answer_sets: {
    id: string;
    user_id: string;
    /** Null while nobody has named it. */
    title: string | null;
    /** See `smartQuestion` of the contract. */
    questions: Json<readonly object[]>;
    auto_copy_to_note: Generated<boolean>;
    created_at: CreatedAt;
    /** When somebody wrote it last. */
    changed_at: Generated<Date>;
    rev: Rev;
  };
  /** Both sets are the same user's, who is a member of the channel. */
  smart_answer_assignments: {
    user_id: string;
    channel_id: string;
    inbound_set_id: string | null;
    outbound_set_id: string | null;
    rev: Rev;
  };
  custom_words: {
    account_id: string;
    words: Json<readonly CustomWord[]>;
    rev: Rev;
  };
}
