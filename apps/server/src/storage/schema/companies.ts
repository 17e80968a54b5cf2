import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { BigInt64, CreatedAt, Json, Rev, Time } from '../columns.ts';

/** Companies, which are called accounts, and what their files take. */
export interface CompanyTables {
  /** Files that lie in a bucket, wait to go there, or are to be removed from it; see `storage/files`. */
  far_files: {
    key: string;
    account_id: string;
    folder: string;
    path: string;
    state: ColumnType<'waiting' | 'stored' | 'removing'>;
    bytes: BigInt64;
    sha256: Buffer | null;
    since: ColumnType<Date, Date | undefined, Date>;
  };
  accounts: {
    id: string;
    name: string;
    /** The node that keeps its registrations, trunks and calls. */
    node: Generated<string>;
    logo_url: string | null;
    flags: Json<Record<string, boolean>>;
    plan: JSONColumnType<Record<string, unknown>>;
    country: Generated<string>;
    area_code: Generated<string>;
    /** When someone said what `area_code` is; null: nobody has, and it is empty. */
    area_code_set_at: Time | null;
    created_at: CreatedAt;
    rev: Rev;
    call_settings: Json<Record<string, unknown>>;
    time_zone: Generated<string>;
    number_plan: Json<Record<string, unknown>>;
    emergency_address: Json<Record<string, unknown>> | null;
    /** See `contract/entities/guard.ts`. */
    outside_calls: Json<Record<string, unknown>>;
    retention: Json<Record<string, unknown>>;
    set_up: Json<Record<string, unknown>>;
    /** `nuisanceSettings`. */
    nuisance: Json<Record<string, unknown>>;
    /** `signInRules`. */
    sign_in: Json<Record<string, unknown>>;
    /** Since when nobody of it signs in or calls, except for help; null: they may. */
    suspended_at: Time | null;
    /** Set by the operator; null: as many as it likes. */
    max_users: number | null;
    max_calls: number | null;
    /** In bytes. */
    max_storage: BigInt64 | null;
    /** Where its users find this server, and the host of that; null: where everybody does. */
    public_url: string | null;
    host: string | null;
    /** At most one account has it. */
    runs_server: Generated<boolean>;
  };
  /** What the files of an account take, as it was last measured. */
  account_storage: {
    account_id: string;
    bytes: BigInt64;
    measured_at: Time;
  };
}
