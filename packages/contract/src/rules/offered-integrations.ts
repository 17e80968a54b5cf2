import type { Integration } from '../entities/integration.ts';

/** What of an account decides which integrations it is offered. */
export interface OfferedTo {
  /** Names that its plan allows; an empty list allows all. */
  readonly allowlist: readonly string[];
  readonly isTestAccount: boolean;
}

/**
 * Whether an account is offered an integration: it is on the account's allowlist, and enabled or for tests; what is for
 * tests, and a provider of telephony, only test accounts see.
 */
export function isOffered(
  one: Pick<Integration, 'name' | 'isEnabled' | 'isTestAccountOnly' | 'isTelephonyProvider'>,
  { allowlist, isTestAccount }: OfferedTo,
): boolean {
  if (allowlist.length > 0 && !allowlist.includes(one.name)) return false;
  if (one.isTelephonyProvider && !isTestAccount) return false;
  return one.isTestAccountOnly ? isTestAccount : one.isEnabled;
}
