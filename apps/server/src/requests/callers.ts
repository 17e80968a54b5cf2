import type { AdminRole } from '@sidetone/contract/rules/admin/admin-roles.ts';

/** A signed-in user, as an access token names them. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly admin: boolean;
  /** What they may administer without being an administrator. */
  readonly roles?: readonly AdminRole[];
  /** The grant that the token belongs to; it ends with signing out. */
  readonly grantId: string;
  readonly expiresAt: Date;
  /** From where they may administer their company; empty: from everywhere. */
  readonly adminNetworks?: readonly string[];
  /** What the API token that they come with was made for; left out: it is no such token. */
  readonly scopes?: readonly string[];
}

export type FindCaller = (token: string) => Promise<Caller>;

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1), if there is one. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
