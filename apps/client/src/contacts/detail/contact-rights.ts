import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration, IntegrationFeature } from '@sidetone/contract/entities/integration.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { canBeDialled } from '../contact-numbers.ts';

/** Why a contact cannot be changed in some way. */
export type ChangeBarrier = 'readonly' | 'grant' | 'feature' | 'offline';

interface Changer {
  readonly person: { readonly grants: readonly string[] } | null;
  readonly isConnected: boolean;
}

/**
 * What is in the way of changing a contact (specification 4.6): who is only to be read, a person without the grant, a
 * source that cannot do it, no connection. Null where nothing does.
 */
export function changeBarrier(
  contact: Pick<Contact, 'readonly'>,
  integration: Pick<ConnectedIntegration, 'features'> | null,
  feature: IntegrationFeature,
  { person, isConnected }: Changer,
): ChangeBarrier | null {
  if (contact.readonly) return 'readonly';
  if (!hasGrant(person, 'CONTACT_WRITE')) return 'grant';
  if (!integration?.features.includes(feature)) return 'feature';
  return isConnected ? null : 'offline';
}

/** Why a number cannot be called now. */
export type CallBarrier = 'number' | 'full' | 'offline' | 'noLine';

/** What is in the way of calling a number (specification 5); null where nothing does. */
export function callBarrier(
  number: ContactNumber | null,
  isTeam: boolean,
  phone: { readonly isFull: boolean; readonly isConnected: boolean; readonly hasLine: boolean },
): CallBarrier | null {
  if (number === null || !canBeDialled(number, isTeam)) return 'number';
  if (phone.isFull) return 'full';
  if (!phone.isConnected) return 'offline';
  return phone.hasLine ? null : 'noLine';
}

/** Where a contact is to be seen in their own address book or CRM; null where neither that nor the contact has a page. */
export function pageOf(
  contact: Pick<Contact, 'contactUrl'>,
  integration: Pick<ConnectedIntegration, 'url'> | null,
): string | null {
  return webAddress(contact.contactUrl ?? null) ?? webAddress(integration?.url ?? null);
}

/** An address that may be opened: one that a source gave could run a script here. */
function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** The address of a letter to someone; nothing of theirs can add to it. */
export const mailLink = (email: string): string => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

/** What else was spoken of: pinned things, then the newest `most` of the others, and how many are left out. */
export function shownSmallTalk<Item extends { readonly pinned: boolean; readonly dismissed: boolean }>(
  items: readonly Item[],
  most: number,
): { readonly shown: readonly Item[]; readonly hidden: number } {
  const current = items.filter(({ dismissed }) => !dismissed);
  const pinned = current.filter((item) => item.pinned);
  const others = current.filter((item) => !item.pinned);
  return { shown: [...pinned, ...others.slice(0, most)], hidden: Math.max(0, others.length - most) };
}
