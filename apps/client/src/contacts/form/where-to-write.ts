import type { ConnectedIntegration, IntegrationFeature } from '@sidetone/contract/entities/integration.ts';

/** The address books that can be used; one that is being disconnected does nothing any longer. */
export function offering(
  integrations: readonly ConnectedIntegration[],
  feature: IntegrationFeature,
): ConnectedIntegration[] {
  return integrations.filter(({ features, state }) => features.includes(feature) && state !== 'DISCONNECTING');
}

/** Nothing can be written there until the company signs in again. */
export function isLocked({ state, authenticationRequired }: ConnectedIntegration): boolean {
  return state === 'AUTHENTICATION_REQUIRED' || authenticationRequired;
}

/** The most likely address book for the next contact: the last one, else the company's own. */
export function likelyPlace(
  creating: readonly ConnectedIntegration[],
  lastChosen: string | null,
): ConnectedIntegration | null {
  const open = creating.filter((one) => !isLocked(one));
  return open.find(({ id }) => id === lastChosen) ?? open.find(({ isBuiltIn }) => isBuiltIn) ?? open[0] ?? null;
}

/**
 * The address book that a form for a new contact begins with: that of its draft, connected or not, so that no choice is
 * changed behind the user's back; else the most likely one. The name is empty where it is no longer known; null where
 * there is no address book.
 */
export function beginPlace(
  creating: readonly ConnectedIntegration[],
  ofDraft: string | null,
  lastChosen: string | null,
): { readonly id: string; readonly name: string } | null {
  const meant = creating.find(({ id }) => id === ofDraft);
  if (ofDraft !== null && creating.length > 0) return { id: ofDraft, name: meant?.displayName ?? '' };
  const likely = likelyPlace(creating, lastChosen);
  return likely && { id: likely.id, name: likely.displayName };
}

const keyOf = (webUserId: string) => `sidetone.contact-integration ${webUserId}`;

/** The address book of the last contact created on this machine; null where none is known. */
export function lastPlace(webUserId: string): string | null {
  try {
    return localStorage.getItem(keyOf(webUserId));
  } catch {
    return null;
  }
}

export function rememberPlace(webUserId: string, integrationId: string): void {
  try {
    localStorage.setItem(keyOf(webUserId), integrationId);
  } catch {
    // The browser stores nothing: the next form begins with the own address book.
  }
}
