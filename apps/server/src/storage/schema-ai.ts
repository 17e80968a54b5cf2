import type { Generated } from 'kysely';
import type { ByDatabase, CreatedAt, Json, Rev, Time } from './columns.ts';

/** The tables of what accounts set up for the documentation of their calls. */
export interface AiTables {
  ai_connections: {
    id: string;
    /** Null: the server's own. */
    account_id: string | null;
    purpose: 'language' | 'speech';
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
}
