import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactCreate } from '@sidetone/contract/entities/contact-change.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { call } from '#live/http.ts';

/**
 * The contact that an earlier save made, of which no answer came back; null where it made none. So nothing is kept twice
 * because a connection broke. Throws ApiError where the server still cannot be asked.
 */
export async function alreadyThere(
  contactId: string | null,
  integrationId: string,
  body: ContactCreate,
): Promise<Contact | null> {
  if (contactId !== null) {
    const now = await call(phoneRoutes.contact, { params: { contactId } });
    return isWhatWasSent(now, body) ? now : null;
  }
  const candidates = await found(body);
  return candidates.find((one) => one.integrationId === integrationId && isWhatWasSent(one, body)) ?? null;
}

async function found(body: ContactCreate): Promise<readonly Contact[]> {
  const number = body.phoneNumbers[0]?.phoneNumber;
  if (number !== undefined) return call(phoneRoutes.contactsByNumber, { params: { number } });
  const query = body.email ?? body.lastName ?? body.organization ?? body.name ?? body.firstName ?? '';
  const results = await call(phoneRoutes.searchContacts, { query: { query, scope: 'contacts' } });
  return results.map(({ document }) => document);
}

/** Whether a contact has everything that was sent, and the same numbers. */
export function isWhatWasSent(contact: Contact, body: ContactCreate): boolean {
  const texts = ['firstName', 'lastName', 'organization', 'email'] as const;
  const numbers = contact.phoneNumbers.flatMap(({ e164 }) => e164 ?? []);
  return (
    texts.every((field) => body[field] === undefined || (body[field] ?? '') === (contact[field] ?? '')) &&
    (body.name == null || body.name === contact.name) &&
    body.phoneNumbers.length === numbers.length &&
    body.phoneNumbers.every(({ phoneNumber }) => numbers.includes(phoneNumber))
  );
}
