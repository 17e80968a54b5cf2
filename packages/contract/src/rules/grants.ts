/** What single people may do, as their grants name it. */
export const knownGrants = ['CONTACT_READ', 'CONTACT_WRITE', 'INTEGRATION_WRITE', 'CALL_BOOSTS'] as const;
export type KnownGrant = (typeof knownGrants)[number];

/** What new people may do, until an administrator says otherwise. */
export const defaultGrants: readonly KnownGrant[] = ['CONTACT_READ', 'CONTACT_WRITE'];

/** Whether somebody has a grant; what is not known yet allows nothing. */
export function hasGrant(
  person: { readonly grants: readonly string[] } | null | undefined,
  grant: KnownGrant,
): boolean {
  return person?.grants.includes(grant) ?? false;
}

/**
 * Whether somebody may connect and disconnect address books and CRMs, whose contacts everybody of the account sees:
 * administrators, and whom they gave the grant.
 */
export function mayConnect(
  person: { readonly grants: readonly string[]; readonly admin: boolean } | null | undefined,
): boolean {
  return person?.admin === true || hasGrant(person, 'INTEGRATION_WRITE');
}
