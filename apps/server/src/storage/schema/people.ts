import type { PersonProblemCode } from '@sidetone/contract/entities/people-import.ts';
import type { Generated } from 'kysely';
import type { CreatedAt, Rev, Time } from '../columns.ts';

/** The tables of imports of people, see 0106, and of blocks of numbers, see 0107. */
export interface PeopleTables {
  people_imports: {
    id: string;
    account_id: string;
    /** Who began it. */
    user_id: string | null;
    /** Of the file; null for a pasted table. */
    name: string | null;
    mode: 'each' | 'all';
    state: Generated<'running' | 'done' | 'failed' | 'undone'>;
    total: number;
    created: Generated<number>;
    here: Generated<number>;
    refused: Generated<number>;
    removed: Generated<number>;
    started_at: CreatedAt;
    ended_at: Time | null;
    rev: Rev;
  };
  number_blocks: {
    id: string;
    account_id: string;
    switchboard: string | null;
    first: string;
    last: string;
    /** The trunk that it belongs to. */
    trunk_id: string | null;
    label: string | null;
    created_at: CreatedAt;
    rev: Rev;
  };
  people_import_rows: {
    import_id: string;
    account_id: string;
    /** From 1. */
    place: number;
    /** As `newUser`, but for those that were refused before. */
    person: unknown;
    state: 'waiting' | 'created' | 'here' | 'refused' | 'removed';
    user_id: string | null;
    problem: PersonProblemCode | null;
  };
}
