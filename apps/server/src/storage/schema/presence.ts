import type { Generated } from 'kysely';
import type { Rev, Time } from '../columns.ts';

/** The tables of connections that show in Microsoft Teams when users talk, see 0096. */
export interface PresenceTables {
  presence_connectors: {
    user_id: string;
    /** Of this connection: who connects again has another one. */
    id: string;
    kind: Generated<'MICROSOFT'>;
    state: 'connected' | 'reconnect';
    /** Why someone has to sign in again; null while connected. */
    problem: 'signedOut' | 'forbidden' | null;
    /** What Microsoft calls the user, mostly an address of mail. */
    account_name: string;
    remote_user_id: string;
    /** Both or none. */
    access_token_sealed: Buffer | null;
    refresh_token_sealed: Buffer | null;
    expires_at: Time | null;
    renewed_at: Generated<Date>;
    /** Grows with each renewal. */
    version: Generated<number>;
    /** Until when somebody who has claimed it asks Microsoft for another token. */
    renewing_until: Time | null;
    /** What Microsoft may show because of us, written before it is said. */
    shown: Generated<'inCall' | 'doNotDisturb' | null>;
    /** When it has to be said again; null until Microsoft has taken it. */
    renew_at: Time | null;
    /** Until when Microsoft wants to be left alone. */
    not_before: Time | null;
    /** Tries in a row that failed. */
    failures: Generated<number>;
    /** What the user does in Teams, where it matters here. */
    heard: Generated<'busy' | 'doNotDisturb' | null>;
    /** How long that counts. */
    heard_until: Generated<Date | null>;
    /** When it is asked for next. */
    hear_at: Generated<Date>;
    connected_at: Generated<Date>;
    rev: Rev;
  };
  /** What is still to be cleared for a connection that is gone here. */
  presence_farewells: {
    id: string;
    user_id: string;
    remote_user_id: string;
    access_token_sealed: Buffer;
    refresh_token_sealed: Buffer;
    expires_at: Date;
    /** Until when Microsoft wants to be left alone. */
    not_before: Time | null;
    created_at: Generated<Date>;
  };
  /** A sign-in that has begun: first known by its one-time token, then by its state. */
  presence_sign_ins: {
    token_hash: Buffer;
    user_id: string;
    account_id: string;
    address: string;
    state_hash: Generated<Buffer | null>;
    browser_hash: Generated<Buffer | null>;
    verifier_sealed: Generated<Buffer | null>;
    expires_at: Time;
    used_at: Generated<Date | null>;
  };
}
