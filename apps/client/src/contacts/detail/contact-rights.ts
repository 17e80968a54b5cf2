import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration, IntegrationFeature } from '@sidetone/contract/entities/integration.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { canBeDialled } from '../contact-numbers.ts';

/** Why a contact cannot be changed or deleted. */
export type ChangeBarrier = 'readonly' | 'grant' | 'feature' | 'offline';

interface Changer {
  readonly person: { readonly grants: readonly string[] } | null;
  readonly isConnected: boolean;
}

/**
 * The obstacle to changing a contact (specification 4.6): it is read-only, the user lacks the permission, the source
 * does not support it, there is no connection. Null where there is none.
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

/** The obstacle to calling a number (specification 5); null where there is none. */
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

/** The page of a contact in their own address book or CRM; null where neither that nor the contact has one. */
export function pageOf(
  contact: Pick<Contact, 'contactUrl'>,
  integration: Pick<ConnectedIntegration, 'url'> | null,
): string | null {
  return webAddress(contact.contactUrl ?? null) ?? webAddress(integration?.url ?? null);
}

/** An address that may be opened: one from a source could run a script here. */
function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** The link to write a mail to somebody; nothing in their address can add to it. */
export const mailLink = (email: string): string => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

/** The small talk of calls: pinned items, then the newest `most` of the others, and how many are left out. */
export function shownSmallTalk<Item extends { readonly pinned: boolean; readonly dismissed: boolean }>(
  items: readonly Item[],
  most: number,
): { readonly shown: readonly Item[]; readonly hidden: number } {
  const current = items.filter(({ dismissed }) => !dismissed);
  const pinned = current.filter((item) => item.pinned);
  const others = current.filter((item) => !item.pinned);
  return { shown: [...pinned, ...others.slice(0, most)], hidden: Math.max(0, others.length - most) };
}
