import type { Generated } from 'kysely';
import type { CreatedAt, Json, Rev, Time } from '../columns.ts';

/** The tables of what accounts have sent elsewhere. */
export interface WebhookTables {
  webhooks: {
    id: string;
    account_id: string;
    url: string;
    method: 'POST' | 'PUT';
    headers: Json<unknown>;
    /** Null: all shared channels. */
    channel_ids: string[] | null;
    payload: 'JSON' | 'VCON';
    secret_sealed: Buffer;
    state: Generated<'on' | 'off'>;
    created_at: CreatedAt;
    rev: Rev;
  };
  webhook_deliveries: {
    /** The `event-id` of each try. */
    id: string;
    webhook_id: string;
    account_id: string;
    channel_id: string;
    doc_id: string;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    tries: Generated<number>;
    status: number | null;
    problem: string | null;
    next_at: Time | null;
    created_at: CreatedAt;
    ended_at: Time | null;
  };
}
