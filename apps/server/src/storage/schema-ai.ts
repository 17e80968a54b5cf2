import type { CustomWord } from '@sidetone/contract/entities/feature.ts';
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
  custom_words: {
    account_id: string;
    words: Json<readonly CustomWord[]>;
    rev: Rev;
  };
}
