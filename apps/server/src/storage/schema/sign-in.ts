import type { ColumnType, Generated } from 'kysely';
import type { BigInt64, CreatedAt, Rev, Time } from '../columns.ts';

/** What users prove themselves with besides the password, see 0155. */
export interface SignInTables {
  authenticators: {
    user_id: string;
    account_id: string;
    secret_sealed: Buffer;
    /** Null: no code of it was entered yet, and it does not count. */
    confirmed_at: Time | null;
    /** Of the last code that was taken. */
    last_step: BigInt64;
    created_at: CreatedAt;
    rev: Rev;
  };
  /** Those that were not used. */
  recovery_codes: { user_id: string; code_hash: string };
  passkeys: {
    id: string;
    account_id: string;
    user_id: string;
    name: string;
    credential_id: string;
    public_key: Buffer;
    counter: BigInt64;
    transports: string[];
    created_at: CreatedAt;
    last_used_at: Time | null;
    rev: Rev;
  };
  passkey_offers: { user_id: string; challenge: string; expires_at: Time };
  /** See 0178. */
  single_sign_ons: {
    account_id: string;
    issuer: string;
    client_id: string;
    /** Null: the client has none. */
    secret_sealed: Buffer | null;
    is_on: boolean;
    is_required: boolean;
    creates_users: boolean;
    trusts_addresses: boolean;
    steps: 'stated' | 'always';
    group_claim: string;
    groups: ColumnType<unknown, string, string>;
    ends_at_provider: Generated<boolean>;
    created_at: CreatedAt;
    rev: Rev;
  };
  /** See 0198. */
  single_sign_on_domains: {
    domain: string;
    account_id: string;
    token: string;
    state: Generated<'waiting' | 'proved' | 'lost'>;
    /** Counts without a proof until then; infinity: for good. */
    kept_until: Time | null;
    created_at: CreatedAt;
    checked_at: Time | null;
    problem: string | null;
    missing_since: Time | null;
  };
  /** See 0199. */
  company_sign_ins: {
    grant_id: string;
    user_id: string;
    account_id: string;
    issuer: string;
    subject: string;
    sid: string | null;
    began_at: CreatedAt;
  };
  logout_tokens: { digest: string; seen_at: CreatedAt };
  single_sign_on_links: {
    user_id: string;
    account_id: string;
    issuer: string;
    /** With which they signed in last. */
    client_id: string;
    /** Null: unlinked; who has come in and what groups gave stays known. */
    subject: string | null;
    /** What groups gave, and so may take away, and what they took the place of. */
    given: ColumnType<unknown, string, string>;
    linked_at: CreatedAt;
    rev: Rev;
  };
}
