import type { BigInt64, CreatedAt, Rev, Time } from './columns.ts';

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
}
