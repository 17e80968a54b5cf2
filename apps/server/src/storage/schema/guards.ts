import type { AuditStreamTarget } from '@sidetone/contract/entities/audit-stream.ts';
import type { WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Generated } from 'kysely';
import type { BigInt64, CreatedAt, Json, Rev, Time } from '../columns.ts';

/** Tables about what was refused, and what is counted of calls outside. */
export interface GuardTables {
  /** Where companies have their audit log sent. */
  audit_streams: {
    account_id: string;
    target: Json<AuditStreamTarget>;
    secret_sealed: Buffer | null;
    authorization_sealed: Buffer | null;
    state: Generated<'on' | 'off'>;
    /** Of the chain. */
    position: BigInt64;
    tries: Generated<number>;
    next_at: Generated<Date>;
    delivered_at: Time | null;
    problem: WebhookProblem | null;
    status: number | null;
    rev: Generated<string>;
    created_at: CreatedAt;
  };
  refusals: {
    scope: string;
    kind: string;
    source: string;
    hour: Time;
    count: BigInt64;
    last_at: Time;
    detail: Json<Record<string, unknown>>;
    rev: Rev;
  };
  bans: {
    address: string;
    /** Empty when everything from the address is refused. */
    username: Generated<string>;
    scope: Generated<string>;
    reason: string;
    strikes: Generated<number>;
    since: Time;
    until: Time;
    lifted_at: Time | null;
    lifted_by: string | null;
    rev: Rev;
  };
  alerts: {
    id: Generated<string>;
    scope: string;
    kind: string;
    source: string;
    hour: Time;
    at: Time;
    detail: Json<Record<string, unknown>>;
    mailed_at: Time | null;
    dismissed_at: Time | null;
    dismissed_by: string | null;
    rev: Rev;
  };
  /** Written by the database itself, one row for each line of the audit log, in the order in which they were committed. */
  audit_chain: {
    position: BigInt64;
    entry_id: BigInt64;
    previous: Buffer;
    hash: Buffer;
  };
  outside_calls: {
    id: Generated<string>;
    account_id: string;
    user_id: string | null;
    session_id: string;
    kind: 'call' | 'transfer' | 'forward';
    e164: string;
    international: boolean;
    at: Time;
  };
}
