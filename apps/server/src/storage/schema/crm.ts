import type { CrmWriteState, SkipReason } from '@sidetone/contract/rules/crm/write-states.ts';
import type { Generated } from 'kysely';
import type { BigInt64, ByDatabase, CreatedAt, Json, Rev, Time } from '../columns.ts';

/** The tables of connected address books and CRMs, and of logs of calls there, see 0083, 0084, 0087 and 0088. */
export interface CrmTables {
  integrations: {
    id: string;
    account_id: string;
    name: string;
    connected_by: string | null;
    url: string | null;
    user_name: string | null;
    key_sealed: Buffer | null;
    /** What the other side gave in place of the key, see 0085. */
    renewed_key_sealed: Generated<Buffer | null>;
    /** Origins besides that of `url` that the key may be sent to; null where it was entered before they were kept. */
    key_origins: string[] | null;
    state: Generated<'CONNECTING' | 'CONNECTED' | 'AUTHENTICATION_REQUIRED' | 'DISCONNECTING'>;
    /** What a source needs to be asked for changes alone. */
    sync_state: Generated<unknown>;
    /** Kept by triggers of `contacts`. */
    contact_count: Generated<number>;
    progress: Generated<unknown>;
    problem: Generated<unknown>;
    last_synced_at: Time | null;
    next_sync_at: Time | null;
    /** When a synchronisation was begun last, whatever came of it. */
    tried_at: Generated<Date | null>;
    /** Whose CRM it is, where the vendor tells. */
    tenant: Generated<string | null>;
    /** Until when the vendor wants to be left alone. */
    not_before: Generated<Date | null>;
    /** When someone connected it, or signed in again. */
    connected_at: Generated<Date>;
    /** Tries in a row that failed. */
    failures: Generated<number>;
    created_at: CreatedAt;
    rev: Rev;
  };
  integration_tokens: {
    integration_id: string;
    sealed: Buffer;
    expires_at: Time;
    renewed_at: Generated<Date>;
    version: Generated<number>;
    /** Until when somebody who has claimed it asks the vendor for another one, see 0086. */
    renewing_until: Generated<Date | null>;
  };
  crm_sign_ins: {
    state_hash: Buffer;
    browser_hash: Buffer;
    account_id: string;
    user_id: string;
    address: string;
    name: string;
    integration_id: string | null;
    account_url: string | null;
    verifier_sealed: Buffer;
    success_path: string;
    error_path: string;
    expires_at: Time;
    used_at: Time | null;
  };
  channel_log_modes: {
    channel_id: string;
    account_id: string;
    mode: 'auto' | 'ask' | 'off';
    /** See migration 0140. */
    auto_since: Time | null;
    rev: Rev;
  };
  call_log_texts: {
    account_id: string;
    small_talk: Generated<boolean>;
    link: Generated<boolean>;
    rev: Rev;
  };
  call_logs: {
    channel_id: string;
    session_id: string;
    log_id: ByDatabase<string>;
    account_id: string;
    selected_outcome: Json<{ id: string; displayValue: string }> | null;
    are_defaults_applied: Generated<boolean>;
    is_ambiguous: Generated<boolean>;
    panel_until: Time | null;
    ready_at: Time | null;
    closed_by: string | null;
    settled_at: Time | null;
    created_at: CreatedAt;
    rev: Rev;
  };
  call_log_entities: {
    channel_id: string;
    session_id: string;
    log_id: ByDatabase<string>;
    source: string;
    type: string;
    external_id: string;
    position: ByDatabase<string>;
    label: string;
    url: string | null;
    is_open: boolean | null;
    crm_owner: string | null;
    /** The user here who that is, as far as it was known when the record was chosen. */
    owned_by: string | null;
    chosen_by: 'default' | 'user';
    logged_as: string | null;
    rev: Rev;
  };
  call_tasks: {
    channel_id: string;
    session_id: string;
    log_id: ByDatabase<string>;
    source: string;
    type: string | null;
    title: string;
    content: string;
    due_day: string;
    due_time: string | null;
    time_zone: string;
    created_by: string;
    rev: Rev;
  };
  crm_writes: {
    id: string;
    account_id: string;
    source: string;
    tenant: string | null;
    channel_id: string;
    session_id: string;
    log_id: ByDatabase<string>;
    kind: 'call' | 'task';
    unit: string;
    key: string;
    state: CrmWriteState;
    skip_reason: SkipReason | null;
    is_removal_wanted: Generated<boolean>;
    wanted_rev: Generated<number>;
    written_rev: Generated<number>;
    sent_rev: number | null;
    wanted_since: Generated<Date>;
    external_id: string | null;
    external_url: string | null;
    written_to: Json<{ type: string; id: string }[]>;
    attempts: Generated<number>;
    looks: Generated<number>;
    sent_at: Time | null;
    lease_until: Time | null;
    next_try_at: Time | null;
    problem: Json<{ code: string; detail: string }> | null;
    actor: string | null;
    remote_number: string | null;
    created_at: CreatedAt;
    updated_at: Generated<Date>;
    rev: Rev;
  };
  crm_write_events: {
    id: ByDatabase<BigInt64>;
    write_id: string;
    at: Generated<Date>;
    from_state: CrmWriteState | null;
    to_state: CrmWriteState;
    code: string | null;
    milliseconds: number | null;
  };
  /** See 0087. */
  crm_users: {
    integration_id: string;
    user_id: string;
    crm_user_id: string;
    chosen_by: string;
    chosen_at: Generated<Date>;
  };
  number_choices: {
    account_id: string;
    source: string;
    e164: string;
    type: string;
    external_id: string;
    chosen_by: string;
    chosen_at: Generated<Date>;
  };
}
