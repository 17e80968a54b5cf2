import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { takesCalls } from '@sidetone/contract/rules/crm/takes-calls.ts';
import type { ListedIntegration } from '../integration-list.ts';

/** The page of call notes in addresses, below that of integrations. */
export const callNotesPath = 'call-notes';

/** Connected integrations in which calls can be logged, in the order of the list. SINTEG-004 */
export function loggingIntegrations(listed: readonly ListedIntegration[]): ConnectedIntegration[] {
  return listed
    .map(({ connection }) => connection)
    .filter((connection) => connection !== null)
    .filter(takesCalls);
}
