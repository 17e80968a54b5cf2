import type { ConnectedIntegration, IntegrationFeature } from '@sidetone/contract/entities/integration.ts';

/** Those that can do something; what is being disconnected does nothing any more. */
export function offering(
  integrations: readonly ConnectedIntegration[],
  feature: IntegrationFeature,
): ConnectedIntegration[] {
  return integrations.filter(({ features, state }) => features.includes(feature) && state !== 'DISCONNECTING');
}

/** Nothing can be written there until someone signs in again. */
export function isLocked({ state, authenticationRequired }: ConnectedIntegration): boolean {
  return state === 'AUTHENTICATION_REQUIRED' || authenticationRequired;
}

/** Where the next contact is most likely wanted: where the last one was kept, else the own address book. */
export function likelyPlace(
  creating: readonly ConnectedIntegration[],
  lastChosen: string | null,
): ConnectedIntegration | null {
  const open = creating.filter((one) => !isLocked(one));
  return open.find(({ id }) => id === lastChosen) ?? open.find(({ isBuiltIn }) => isBuiltIn) ?? open[0] ?? null;
}

/**
 * Where a form for someone new begins to write to: to where its draft was meant for, connected or not, so that nobody's
 * choice is changed behind their back; else where the next contact is most likely wanted. The name is empty where nobody
 * knows it any more; null where there is nowhere.
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

/** Where someone created a contact last, on this machine; null where nothing is known. */
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
    // A browser that keeps nothing: the next form begins with the own address book.
  }
}
