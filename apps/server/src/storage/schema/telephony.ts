import type { PhoneRecordingState } from '@sidetone/contract/http/announcement-routes.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { BigInt64, CreatedAt, Json, Rev, Time } from '../columns.ts';

/** Tables about telephones, what they are called by, and what is recorded of their calls. */
export interface TelephonyTables {
  /** Agents of queues whom a call rings or has. */
  agent_claims: {
    user_id: string;
    call_id: string;
    channel_id: string;
    node: string;
    epoch: BigInt64;
    claimed_at: CreatedAt;
  };
  agents: {
    user_id: string;
    /** End of their last call of a shared channel. */
    last_call_at: Time | null;
    follow_up_until: Time | null;
    follow_up_channel_id: string | null;
    rev: Rev;
  };
  announcements: {
    id: string;
    account_id: string;
    name: string;
    duration_ms: number;
    /** What was typed and spoken, and its language; null for a sound that was given. */
    said_text: string | null;
    said_language: 'de' | 'en' | null;
    created_at: CreatedAt;
    rev: Rev;
  };
  /** Announcements that users say by telephone, before a browser has them. */
  phone_recordings: {
    id: string;
    account_id: string;
    user_id: string;
    code: string;
    state: Generated<PhoneRecordingState>;
    call_id: string | null;
    wav: Buffer | null;
    duration_ms: number | null;
    created_at: CreatedAt;
    expires_at: Time;
  };
  /** Callers whose calls from outside are refused. */
  blocked_callers: {
    id: string;
    account_id: string;
    /** Whose own list it is; null: the company's. */
    user_id: string | null;
    kind: 'number' | 'prefix' | 'anonymous';
    /** Empty for anonymous callers. */
    number: string;
    note: string | null;
    added_by: string | null;
    /** Of anonymous callers: they are asked for a key, not refused. */
    asks: Generated<boolean>;
    /** By marks of users. */
    is_learned: Generated<boolean>;
    created_at: CreatedAt;
    refused: Generated<number>;
    last_refused_at: Time | null;
    rev: Rev;
  };
  /** Callers whom a user of the account marked as a nuisance. */
  nuisance_marks: {
    account_id: string;
    /** In E.164. */
    number: string;
    user_id: string;
    marked_at: Generated<Date>;
  };
  /** One row for each channel that is a conference room. */
  conference_rooms: {
    channel_id: string;
    account_id: string;
    owner_user_id: string | null;
    pin_sealed: Buffer;
    moderator_pin_sealed: Buffer | null;
    most_people: number;
    announces: boolean;
    waits_for_moderator: boolean;
    /** Goes up by one with each change by an administrator. */
    revision: Generated<number>;
    rev: Rev;
  };
  /** PINs by which users hear their messages at phones of others. */
  mailbox_pins: {
    user_id: string;
    pin_hash: string;
    changed_at: Generated<Date>;
  };
  voice_menus: {
    id: string;
    account_id: string;
    name: string;
    /** See `menuSettings` of the contract. */
    settings: Json<object>;
    /** Goes up by one with each change by an administrator. */
    revision: Generated<number>;
    created_at: CreatedAt;
    rev: Rev;
  };
  /** How desk phones set themselves up, one row for each that does. */
  phone_setups: {
    endpoint_id: string;
    account_id: string;
    vendor: 'yealink' | 'snom' | 'grandstream' | 'gigaset' | 'cisco';
    /** Twelve lower-case digits. */
    mac: string;
    model: string;
    /** Extensions whose state its keys show. */
    keys: Json<string[]>;
    /** Digest of the secret that it begins with; it stays, so that one that was used is known when it comes again. */
    first_digest: string;
    first_until: Time;
    first_used_at: Time | null;
    first_used_from: string | null;
    /** What it fetches with from then on. */
    own_digest: string;
    own_sealed: Buffer;
    own_used_at: Time | null;
    fetched_at: Time | null;
    user_agent: string | null;
    created_at: CreatedAt;
    rev: Rev;
  };
  skills: {
    id: string;
    account_id: string;
    name: string;
    revision: Generated<number>;
    created_at: CreatedAt;
    rev: Rev;
  };
  user_skills: { user_id: string; skill_id: string; account_id: string; level: number; rev: Rev };
  opening_hours: {
    id: string;
    account_id: string;
    name: string;
    /** See `openingHoursSettings` of the contract. */
    settings: Json<object>;
    /** See `keptHolidays` of the contract. */
    public_holidays: Json<unknown[]>;
    /** The last day of them, `2028-12-31`. */
    holidays_until: ColumnType<Date | null, string | null | undefined, string | null>;
    /** Goes up by one with each change by an administrator. */
    revision: Generated<number>;
    created_at: CreatedAt;
    rev: Rev;
  };
  paging_groups: {
    id: string;
    account_id: string;
    name: string;
    /** What is dialled behind the star code. */
    number: string;
    longest_seconds: number;
    all_may_page: boolean;
    /** Goes up by one with each change by an administrator. */
    revision: Generated<number>;
    created_at: CreatedAt;
    rev: Rev;
  };
  /** Who hears the pages of a group, and who may speak to it where not all may. */
  paging_people: { group_id: string; user_id: string; hears: boolean; may_page: boolean };
  recordings: {
    id: string;
    account_id: string;
    user_id: string | null;
    channel_id: string;
    doc_id: string;
    session_id: string;
    mode: 'manual' | 'automatic';
    state: 'asking' | 'recording' | 'paused' | 'stopped' | 'processing' | 'ready' | 'failed';
    consent: Json<unknown> | null;
    /** Relative to the folder of recordings. */
    original_path: string | null;
    mp3_path: string | null;
    duration_ms: number | null;
    waveform: Json<number[]> | null;
    failure: string | null;
    started_at: Time;
    stopped_at: Time | null;
    rev: Rev;
  };
  voicemails: {
    id: string;
    account_id: string;
    channel_id: string;
    doc_id: string;
    session_id: string;
    state: 'recording' | 'processing' | 'ready' | 'failed';
    /** Relative to the folder of voicemails. */
    original_path: string;
    mp3_path: string | null;
    duration_ms: number | null;
    waveform: Json<number[]> | null;
    failure: string | null;
    started_at: Time;
    read_at: Time | null;
    rev: Rev;
  };
  phones: {
    id: string;
    account_id: string;
    user_id: string;
    name: string;
    username: string;
    auth_username: string | null;
    password_sealed: Buffer;
    registrar: string;
    outbound_proxy: string | null;
    /** Whether its registrar and proxy may lie in the server's own network: someone named them who may say so. */
    reaches: Generated<'public' | 'everywhere'>;
    state: Generated<string>;
    state_since: Generated<Date>;
    failure: string | null;
    /** How often its user asked to register it again. */
    syncs: Generated<number>;
    is_disconnected_by_user: Generated<boolean>;
    is_connected: Generated<boolean>;
    caller_id: string | null;
    phone_numbers: Json<{ phoneNumber: string; label: string | null }[]>;
    created_at: CreatedAt;
    rev: Rev;
  };
  trunks: {
    id: string;
    account_id: string;
    name: string;
    kind: 'registration' | 'address';
    host: string;
    port: number | null;
    transport: 'udp' | 'tcp' | 'tls';
    username: string | null;
    auth_username: string | null;
    password_sealed: Buffer | null;
    outbound_proxy: string | null;
    priority: Generated<number>;
    source_addresses: Generated<string[]>;
    number_form: Generated<'e164' | 'digits' | 'national'>;
    fixed_number: string | null;
    caller_id_in: Generated<'from' | 'assertedIdentity' | 'preferredIdentity'>;
    called_number_in: Generated<'requestUri' | 'to' | 'calledPartyId'>;
    forwarded_as: Generated<'own' | 'diversion' | 'caller'>;
    srtp: Generated<'off' | 'offer' | 'require'>;
    is_emergency: Generated<boolean>;
    sends_address: Generated<boolean>;
    address_confirmed: Generated<boolean>;
    max_calls: number | null;
    is_enabled: Generated<boolean>;
    state: Generated<'off' | 'trying' | 'registered' | 'reachable' | 'failing'>;
    failure: string | null;
    state_since: ColumnType<Date, Date | undefined, Date>;
    created_at: CreatedAt;
    rev: Rev;
  };
  monitoring_reports: {
    id: Generated<string>;
    account_id: string;
    user_id: string;
    call_id: string;
    event_type: string;
    sip_server: string;
    result: 'SUCCESS' | 'CONTINUE';
    at: CreatedAt;
  };
  call_statistics: {
    session_id: string;
    user_id: string;
    account_id: string;
    figures: JSONColumnType<Record<string, unknown>>;
    at: CreatedAt;
  };
  client_lines: { user_id: string; node: string; since: CreatedAt };
}
