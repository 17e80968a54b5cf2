import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { isLocked } from './where-to-write.ts';

/**
 * The obstacle to saving a form. `gone`: there is no such contact; `integration`: its address book is not connected;
 * `readonly`: nobody may change it there; `signedOut`: its address book needs a new sign-in.
 */
export type Barrier = 'gone' | 'integration' | 'readonly' | 'signedOut';

/** The obstacle for a contact as it is now, once everything has loaded; null where it can be saved. */
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
