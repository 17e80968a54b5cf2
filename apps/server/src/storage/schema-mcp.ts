import type { CreatedAt, Time } from './columns.ts';

/** Tokens by which assistants read the calls of their user. */
export interface McpTables {
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
}
