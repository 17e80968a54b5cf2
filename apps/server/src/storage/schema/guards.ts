import type { Generated } from 'kysely';
import type { BigInt64, Json, Rev, Time } from '../columns.ts';

/** Tables about what was refused, and what is counted of calls outside. */
export interface GuardTables {
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
