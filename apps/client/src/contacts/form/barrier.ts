import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { isLocked } from './where-to-write.ts';

/**
 * What is between a form and its contact. `gone`: there is no such contact; `integration`: its address book is not
 * connected; `readonly`: nobody may change it there; `signedOut`: its address book wants a new sign-in.
 */
export type Barrier = 'gone' | 'integration' | 'readonly' | 'signedOut';

/** Of a contact as it is now, where everything has been loaded; null where it can be written. */
export function barrierOf(
  contact: Pick<Contact, 'readonly' | 'isTeam'> | null,
  integration: ConnectedIntegration | null,
): Barrier | null {
  if (contact === null) return 'gone';
  if (contact.readonly || contact.isTeam) return 'readonly';
  if (integration === null) return 'integration';
  if (!integration.features.includes('CONTACT_UPDATE')) return 'readonly';
  return isLocked(integration) ? 'signedOut' : null;
}
