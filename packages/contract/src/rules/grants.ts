/** What single people may do, as their grants name it. */
export const knownGrants = [
  'CONTACT_READ',
  'CONTACT_WRITE',
  'INTEGRATION_WRITE',
  'CALL_DELETE',
  'CALL_BOOSTS',
  'CALL_TASKS',
] as const;
export type KnownGrant = (typeof knownGrants)[number];

/** What new people may do, until an administrator says otherwise. */
export const defaultGrants: readonly KnownGrant[] = ['CONTACT_READ', 'CONTACT_WRITE', 'CALL_BOOSTS', 'CALL_TASKS'];

/** Whether someone has a grant; what is not known yet allows nothing. */
export function hasGrant(
  person: { readonly grants: readonly string[] } | null | undefined,
  grant: KnownGrant,
): boolean {
  return person?.grants.includes(grant) ?? false;
}

/**
 * Whether someone may connect and disconnect address books and CRMs, whose contacts everyone in the account sees:
 * administrators, and whom they gave the grant.
 */
export function mayConnect(
  person: { readonly grants: readonly string[]; readonly admin: boolean } | null | undefined,
): boolean {
  return person?.admin === true || hasGrant(person, 'INTEGRATION_WRITE');
}

/**
 * Whether someone may delete calls of a channel for good, with recordings and transcripts: everyone those of their own
 * channel, and of shared ones administrators, and whom they gave the grant.
 */
export function mayDeleteCalls(
  person: { readonly grants: readonly string[]; readonly admin: boolean } | null | undefined,
  channelType: 'personal' | 'shared',
): boolean {
  return channelType === 'personal' || person?.admin === true || hasGrant(person, 'CALL_DELETE');
}
