import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';

/** A company rather than a person. */
export function isOrganization(contact: Pick<Contact, 'firstName' | 'lastName' | 'organization' | 'isTeam'>): boolean {
  return !contact.isTeam && !contact.firstName && !contact.lastName && Boolean(contact.organization);
}

/** The name of a contact on the screen. */
export function nameOf(contact: Pick<Contact, 'name' | 'displayName'>): string {
  return contact.displayName || contact.name;
}

/** A contact or colleague as the other side of a call. */
export function contactAsRemote(contact: Contact): Remote {
  return {
    name: nameOf(contact),
    organization: contact.organization,
    avatarType: isOrganization(contact) ? 'organization' : 'contact',
    avatarUrl: contact.avatarUrl ?? null,
    isTeam: contact.isTeam,
    contactId: contact.isTeam ? null : contact.id,
    userId: contact.isTeam ? contact.id : null,
  };
}

/** A shared channel as the other side of a call. */
export function channelAsRemote({ name }: ChannelRow): Remote {
  return {
    name,
    organization: null,
    avatarType: 'organization',
    avatarUrl: null,
    isTeam: true,
    contactId: null,
    userId: null,
  };
}

/** The number that calls a channel: its extension, else its first number; null where it has neither. */
export function dialledForChannel({ extension, phoneNumbers }: ChannelRow): string | null {
  return extension ?? phoneNumbers[0]?.phoneNumber ?? null;
}

/** Whether this extension or number, as it is dialled, calls that channel. */
export function callsChannel(number: string, { extension, phoneNumbers }: ChannelRow): boolean {
  return extension === number || phoneNumbers.some((each) => each.phoneNumber === number);
}

/** The number to dial for a number of a contact: a colleague's extension has no public form. */
export function dialledFor(number: ContactNumber): string {
  return number.e164 ?? number.localized;
}
