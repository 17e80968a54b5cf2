import type { Generated } from 'kysely';
import type { ByDatabase, CreatedAt, Json, Rev, Time } from '../columns.ts';

/** The tables of contacts, of their imports, and of favorites. */
export interface ContactTables {
  contacts: {
    id: string;
    account_id: string;
    source: Generated<string>;
    type: Generated<string>;
    name: string;
    first_name: string | null;
    last_name: string | null;
    organization: string | null;
    email: string | null;
    avatar_url: string | null;
    contact_url: string | null;
    readonly: Generated<boolean>;
    phone_numbers: Json<{ id: string; type: string; label: string; localized: string; e164: string | null }[]>;
    e164s: Generated<string[]>;
    /** Words and digits that it is found by; the database writes them. See 0016. */
    search: ByDatabase<string>;
    /** The name folded, which it is listed by. */
    name_key: ByDatabase<string>;
    created_at: CreatedAt;
    /** Left out: the own address book of the account. */
    integration_id: Generated<string>;
    /** The contact's id, and version, where it is kept; null in the own address book. */
    external_id: Generated<string | null>;
    etag: Generated<string | null>;
    /** What the source keeps of it besides, in its own form. */
    original: Generated<unknown>;
    relates_to: Generated<unknown>;
    import_id: Generated<string | null>;
    /** Of the draft that it was made of; see 0037. */
    draft_key: Generated<string | null>;
    updated_at: CreatedAt;
    rev: Rev;
  };
  contact_imports: {
    id: string;
    account_id: string;
    user_id: string;
    file_name: string;
    format: 'vcard' | 'csv';
    state: Generated<'RUNNING' | 'DONE' | 'FAILED' | 'UNDONE'>;
    total: number | null;
    done: Generated<number>;
    created: Generated<number>;
    updated: Generated<number>;
    skipped: Generated<number>;
    removed: Generated<number>;
    problems: Generated<unknown>;
    started_at: CreatedAt;
    ended_at: Time | null;
    rev: Rev;
  };
  favorites: {
    id: string;
    user_id: string;
    contact_id: string;
    integration_name: string;
    display_name: string;
    /** Null in old records: then the contact tells. */
    is_team: boolean | null;
    created_at: CreatedAt;
    rev: Rev;
  };
}
