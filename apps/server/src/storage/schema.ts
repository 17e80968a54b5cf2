import type { AdminRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { BigInt64, ByDatabase, CreatedAt, Json, Rev, Time } from './columns.ts';
import type { AiTables } from './schema/ai.ts';
import type { AskingTables } from './schema/asking.ts';
import type { AssistantTables } from './schema/assistants.ts';
import type { BannerTables } from './schema/banners.ts';
import type { ChatTables } from './schema/chat.ts';
import type { CompanyTables } from './schema/companies.ts';
import type { ContactTables } from './schema/contacts.ts';
import type { CrmTables } from './schema/crm.ts';
import type { DirectoryTables } from './schema/directory.ts';
import type { DocumentationTables } from './schema/documentation.ts';
import type { FeedbackTables } from './schema/feedback.ts';
import type { GuardTables } from './schema/guards.ts';
import type { MailTables } from './schema/mail.ts';
import type { NoticeTables } from './schema/notices.ts';
import type { PeopleTables } from './schema/people.ts';
import type { PictureTables } from './schema/pictures.ts';
import type { PresenceTables } from './schema/presence.ts';
import type { SignInTables } from './schema/sign-in.ts';
import type { TelephonyTables } from './schema/telephony.ts';
import type { WebhookTables } from './schema/webhooks.ts';

/** The tables as the migrations leave them; 64-bit numbers arrive as strings. */
export interface Schema
  extends CompanyTables,
    TelephonyTables,
    FeedbackTables,
    GuardTables,
    BannerTables,
    PictureTables,
    AiTables,
    DocumentationTables,
    WebhookTables,
    MailTables,
    NoticeTables,
    AskingTables,
    CrmTables,
    AssistantTables,
    ChatTables,
    PresenceTables,
    PeopleTables,
    SignInTables,
    DirectoryTables,
    ContactTables {
  users: {
    id: string;
    account_id: string;
    first_name: string;
    last_name: string;
    email: string;
    password_hash: string | null;
    avatar_url: string | null;
    locale: Generated<'de' | 'en'>;
    /** Null while nobody has chosen it. */
    locale_chosen_at: Time | null;
    admin: Generated<boolean>;
    is_dnd: Generated<boolean>;
    skip_recording_consent: Generated<boolean>;
    settings: Json<Record<string, unknown>>;
    flags: Json<Record<string, boolean>>;
    grants: Generated<string[]>;
    roles: Generated<AdminRole[]>;
    used_quotas: Json<Record<string, number>>;
    created_at: CreatedAt;
    deactivated_at: Time | null;
    rev: Rev;
    emergency_address: Json<Record<string, unknown>> | null;
    outside_calls: Json<Record<string, unknown>>;
    department: Generated<string | null>;
    cost_centre: Generated<string | null>;
  };
  devices: {
    id: string;
    account_id: string;
    user_id: string;
    name: string;
    os: string;
    version: string;
    platform: 'browser' | 'desktop';
    updated_at: Time;
    rev: Rev;
  };
  channels: {
    id: string;
    account_id: string;
    /** Of a `room`, `conference_rooms` has the rest. */
    type: 'private' | 'acd' | 'room';
    owner_user_id: string | null;
    name: string | null;
    icon: Generated<string>;
    direct_dial: string | null;
    follow_up_time: number | null;
    ring_seconds: Generated<number>;
    created_at: CreatedAt;
    rev: Rev;
    routing: Json<Record<string, unknown>>;
    forwarding: Json<Record<string, unknown>>;
    /** Whether it is kept open or closed by hand; null: by its opening hours. */
    held_state: 'open' | 'closed' | null;
    held_until: Time | null;
    cost_centre: Generated<string | null>;
  };
  channel_members: {
    channel_id: string;
    user_id: string;
    dialed_in: Generated<boolean>;
    joined_at: CreatedAt;
    rev: Rev;
    /** A number in E.164, `anonymous` or `suppressed`; null for the number of the channel. */
    sender: string | null;
    phone_id: string | null;
    /** The devices that the channel rings; null for all. */
    endpoint_ids: string[] | null;
    dialed_changed_at: Time | null;
    /** Why they take no calls of the queue for now; null: they do not pause. */
    pause_reason: string | null;
    pause_name: string | null;
    paused_at: Time | null;
    /** Null: until they end it. */
    paused_until: Time | null;
    /** May listen to calls of the queue. */
    supervises: Generated<boolean>;
  };
  /** Who listens to a call of a queue now. */
  supervisions: {
    id: string;
    node: string;
    account_id: string;
    channel_id: string;
    doc_id: string;
    supervisor_id: string;
    agent_id: string;
    began_at: CreatedAt;
  };
  numbers: {
    e164: string;
    account_id: string;
    channel_id: string | null;
    label: string | null;
    /** The voice menu that its callers hear in place of the channel's. */
    menu_id: string | null;
    skills: Json<unknown[]>;
    rev: Rev;
    cost_centre: Generated<string | null>;
  };
  extensions: { account_id: string; extension: string; channel_id: string };
  endpoints: {
    id: string;
    account_id: string;
    user_id: string;
    kind: 'app' | 'phone';
    alias: string;
    sip_username: string;
    password_sealed: Buffer;
    created_at: CreatedAt;
  };
  registrations: {
    id: string;
    endpoint_id: string;
    user_id: string;
    contact_uri: string;
    transport: 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';
    remote_address: string;
    remote_port: number;
    instance_id: string | null;
    reg_id: number | null;
    /** Path values (RFC 3327), nearest proxy first. */
    path: Generated<string[]>;
    call_id: string;
    cseq: ColumnType<string, number | string, number | string>;
    user_agent: string | null;
    node: string;
    epoch: ColumnType<string, number | string, number | string>;
    expires_at: Time;
    suspect: Generated<boolean>;
    rev: Rev;
  };
  /** A node is a seat: its carrier is the process that has claimed it at the moment. */
  nodes: {
    node: string;
    epoch: ColumnType<string, number | string, number | string>;
    lease_until: Time;
    /** Where other nodes and proxies reach its carrier, as `host:port`. */
    sip_address: string | null;
    /** Where other nodes reach its carrier over HTTP, as an origin. */
    http_address: string | null;
    release: string | null;
    state: Generated<'up' | 'draining'>;
    /** Machine and data folder of its carrier; of one that has gone, those of the last. */
    carrier: string | null;
  };
  calls: {
    id: string;
    account_id: string;
    session_id: string;
    node: string;
    epoch: ColumnType<string, number | string, number | string>;
    lease_until: Time;
    started_at: Time;
    established_at: Time | null;
    ended_at: Time | null;
    ended_reason: string | null;
  };
  legs: {
    id: string;
    call_id: string;
    sip_call_id: string;
    user_id: string | null;
    endpoint_id: string | null;
    channel_id: string | null;
    role: 'caller' | 'callee';
    media_endpoint_id: string | null;
    started_at: Time;
    established_at: Time | null;
    ended_at: Time | null;
    ended_reason: string | null;
    /** The number outside that rings along with the devices of `user_id`, and is this leg. */
    mobile: ColumnType<string | null, string | null | undefined, never>;
    /** Set by the database for legs outside; see 0010 and 0126. */
    outside_call_id: ColumnType<string | null, never, never>;
  };
  inbox_events: {
    id: string;
    account_id: string;
    channel_id: string;
    call_id: string | null;
    session_id: string;
    owner: string | null;
    contact_id: string | null;
    unresolved: boolean;
    direction: 'INCOMING' | 'OUTGOING';
    state: string;
    on_phone_number: string | null;
    remote_phone_number: string | null;
    remote_user_id: string | null;
    remote_name: string | null;
    original_channel_id: string | null;
    /** What the caller pressed in voice menus, such as `Main 2, Support 1`. */
    menu_path: string | null;
    /** Of a caller who is, or was, to be called back. */
    call_back: ColumnType<unknown, string | null | undefined, string>;
    phone_id: string | null;
    started_at: Time;
    established_at: Time | null;
    terminated_at: Time | null;
    terminated_reason: string | null;
    transferred_to: Json<unknown> | null;
    transferred_from: Json<unknown> | null;
    transfer_target: Json<unknown> | null;
    documentation: Json<Record<string, unknown>>;
    rev: Rev;
    /** How often its note was written, deleted ones included. */
    note_revision: Generated<number>;
    /** Local day of the account. */
    day: ByDatabase<Date>;
    /** Who the other side is, for grouping: a user, else a number, else this call alone. */
    remote_key: ByDatabase<string>;
    /** The documentation without what lists leave out. */
    listed_documentation: ByDatabase<Record<string, unknown>>;
  };
  /** Ended calls of a channel with one other side on one day; kept by triggers, as `call_words` is. See 0012. */
  call_groups: {
    channel_id: string;
    day: ByDatabase<Date>;
    remote_key: string;
    newest_id: string;
    started_at: Time;
    calls: number;
    unresolved: number;
    rev: Rev;
  };
  /** What the ended calls of a channel on a day come to; forgotten by triggers when one of them changes. See 0102. */
  call_days: {
    channel_id: string;
    day: ByDatabase<Date>;
    account_id: string;
    time_zone: string;
    calls: number;
    incoming: number;
    answered: number;
    missed: number;
    established: number;
    waited: number;
    talked: number;
    hours: number[];
    others: string[];
    topics: ByDatabase<unknown>;
    newest_rev: string;
  };
  /** By what an ended call is found. */
  call_words: {
    channel_id: string;
    doc_id: string;
    started_at: Time;
    words: ByDatabase<string>;
    marks: string[];
  };
  failed_dials: {
    id: Generated<string>;
    account_id: string;
    channel_id: string | null;
    owner: string;
    target_phone_number: string;
    sender_phone_number: string | null;
    session_id: string | null;
    code: string;
    at: CreatedAt;
  };
  call_snapshots: {
    call_id: string;
    node: string;
    epoch: BigInt64;
    snapshot: JSONColumnType<Record<string, unknown>>;
    seen: ColumnType<unknown, string | undefined, string>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
  sip_dialogs: {
    leg_id: string;
    node: string;
    epoch: BigInt64;
    snapshot: JSONColumnType<Record<string, unknown>>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
  /** What SIP said of legs, for some days; see 0160. */
  sip_traces: {
    leg_id: string;
    call_id: string;
    account_id: string;
    at: CreatedAt;
    lost: Generated<number>;
    messages: Buffer;
  };
  one_time_links: {
    user_id: string;
    kind: 'invitation' | 'reset';
    account_id: string;
    token_hash: string;
    made_by: string | null;
    delivery: 'off' | 'pending' | 'sent' | 'failed';
    created_at: Time;
    expires_at: Time;
    rev: Rev;
  };
  settings: { key: string; value: ColumnType<unknown, string, string> };
  sign_in_attempts: { key: string; failures: number; last_at: Time };
  oidc_documents: {
    model: string;
    id: string;
    payload: JSONColumnType<Record<string, unknown>>;
    grant_id: string | null;
    uid: string | null;
    expires_at: Time | null;
    consumed_at: Time | null;
    agent: string | null;
    address: string | null;
  };
  /** Only grows. `scope` is the account or `server`. */
  audit_log: {
    id: Generated<string>;
    scope: string;
    account_id: string | null;
    actor_user_id: string | null;
    action: string;
    target: string | null;
    detail: Json<Record<string, unknown>>;
    address: string | null;
    at: CreatedAt;
    rev: Rev;
  };
  /** Deletions of which something may be left on the disk. */
  erasures: {
    id: Generated<string>;
    /** The transaction that deleted. */
    transaction: Generated<string>;
    /** The tables in which something may be left; null for all that can hold words. */
    tables: string[] | null;
    asked_at: CreatedAt;
  };
}
