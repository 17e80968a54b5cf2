import type { CrmUser } from '../../../crm/crm-side.ts';

/** A user here, as far as it matters who they are in a CRM. */
interface UserHere {
  readonly email: string;
  /** Whom of the CRM's users an administrator named; null for nobody. */
  readonly byHand: string | null;
}

/** Tells which of the users of a CRM a user here is. */
interface SameUser {
  /** Whom an administrator named, as long as the CRM has them or does not say whom it has, or else `byEmail`; null for nobody. */
  of(user: UserHere): string | null;
  /** The first with the same email address, in the order of the CRM. */
  byEmail(email: string): string | null;
}

/** `crmUsers`: all of the CRM, in its order; none where it does not answer. */
export function sameUser(crmUsers: readonly CrmUser[]): SameUser {
  const ids = new Set(crmUsers.map(({ id }) => id));
  const byAddress = new Map(
    crmUsers.toReversed().flatMap(({ id, email }) => (email === null ? [] : [[email.toLowerCase(), id] as const])),
  );
  const byEmail = (email: string) => byAddress.get(email.toLowerCase()) ?? null;
  return {
    byEmail,
    of: ({ email, byHand }) => (byHand !== null && (ids.size === 0 || ids.has(byHand)) ? byHand : byEmail(email)),
  };
}
