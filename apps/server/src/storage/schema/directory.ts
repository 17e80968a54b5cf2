import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Time } from '../columns.ts';

/** Has a default, and is written again with each change. */
type ChangedAt = ColumnType<Date, Date | string | undefined, Date | string>;

/** Tokens of programs, and what a directory says of users, see 0181 and 0182. */
export interface DirectoryTables {
  api_tokens: {
    id: string;
    account_id: string;
    /** Null: of the company. */
    user_id: string | null;
    made_by: string | null;
    token_hash: string;
    name: string;
    scopes: string[];
    created_at: CreatedAt;
    expires_at: Time;
    last_used_at: Time | null;
  };
  directory_users: {
    user_id: string;
    account_id: string;
    user_name: string;
    external_id: string | null;
    changed_at: ChangedAt;
    /** Null: the directory knows them. */
    forgotten_at: Time | null;
  };
  directory_groups: {
    id: string;
    account_id: string;
    name: string;
    external_id: string | null;
    channel_id: string | null;
    created_at: CreatedAt;
    changed_at: ChangedAt;
  };
  directory_group_members: { group_id: string; user_id: string };
  directory_removals: { account_id: string; user_id: string; at: CreatedAt };
  directory_guards: {
    account_id: string;
    removable_percent: Generated<number>;
    stopped_at: Time | null;
    stopped_allowed: number | null;
    allowed_until: Time | null;
  };
}
