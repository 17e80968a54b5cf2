import type { ConnectedIntegration, Integration } from '@sidetone/contract/entities/integration.ts';
import { isOffered, type OfferedTo } from '@sidetone/contract/rules/offered-integrations.ts';
import { fold } from '#ui/folded-text.ts';

/** One line of the list: an integration, and its connection where there is one. */
export interface ListedIntegration {
  readonly integration: Integration;
  readonly connection: ConnectedIntegration | null;
}

export type RowState =
  | 'notConnected'
  | 'signingIn'
  | 'connecting'
  | 'connected'
  | 'authenticationRequired'
  | 'disconnecting';

/**
 * All integrations that are connected or may be: connected ones first, then by display name. Connected ones stay in the
 * list, whatever the account may connect today.
 */
export function listedIntegrations(
  supported: readonly Integration[],
  connected: readonly ConnectedIntegration[],
  account: OfferedTo,
  language: string,
): ListedIntegration[] {
  const byName = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  const names = new Set(connected.map(({ name }) => name));
  const others = supported.filter((one) => !names.has(one.name) && isOffered(one, account));
  return [
    ...connected.map((connection) => ({ integration: connection, connection })),
    ...others.map((integration) => ({ integration, connection: null })),
  ].sort(
    (a, b) =>
      Number(b.connection !== null) - Number(a.connection !== null) ||
      byName.compare(a.integration.displayName, b.integration.displayName),
  );
}

/** Integrations whose names contain every word of the search. */
export function foundIntegrations(listed: readonly ListedIntegration[], search: string): ListedIntegration[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return listed.filter(({ integration: { displayName, name } }) => {
    const text = fold(`${displayName} ${name}`);
    return words.every((word) => text.includes(word));
  });
}

/**
 * The look of a line; `leaving` are ids of connections that are being ended, `signingIn` names of integrations whose
 * users are at their sign-in pages.
 */
export function rowStateOf(
  { integration, connection }: ListedIntegration,
  leaving: ReadonlySet<string>,
  signingIn: { has(name: string): boolean } = new Set<string>(),
): RowState {
  if (connection === null) return signingIn.has(integration.name) ? 'signingIn' : 'notConnected';
  if (leaving.has(connection.id) || connection.state === 'DISCONNECTING') return 'disconnecting';
  if (needsSignIn(connection)) return signingIn.has(integration.name) ? 'signingIn' : 'authenticationRequired';
  return connection.state === 'CONNECTING' ? 'connecting' : 'connected';
}

/** Whether the stored sign-in is no longer accepted. */
export function needsSignIn(connection: Pick<ConnectedIntegration, 'state' | 'authenticationRequired'>): boolean {
  if (connection.state === 'DISCONNECTING') return false;
  return connection.state === 'AUTHENTICATION_REQUIRED' || connection.authenticationRequired;
}
