import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { contactWriteWaitMs } from '@sidetone/contract/rules/screen-timing.ts';
import type { Call } from '#live/call.ts';
import { call } from '#live/http.ts';
import type { bodyOf } from './contact-values.ts';

interface Sent {
  readonly body: ReturnType<typeof bodyOf>;
  /** Where a new contact goes. */
  readonly integrationId: string;
  /** The contact before; null for a new one. */
  readonly before: { readonly id: string; readonly type: string; readonly rev: number } | null;
  /** Names the draft of a new contact, however often it is sent. */
  readonly draftId: string;
  /** It was sent before, and nobody knows what became of it. */
  readonly unsure: boolean;
}

/** Saves a contact, waiting longer than the server takes. So nothing is kept twice because an answer was lost. Throws ApiError. */
export async function sendContact({ body, integrationId, before, draftId, unsure }: Sent, ask: Call = call) {
  const patiently = { timeoutMs: contactWriteWaitMs };
  if (before === null) {
    const made = await ask(phoneRoutes.createContact, { body: { ...body, integrationId, draftId } }, patiently);
    // It was made of what was sent the first time, and more may have been written since.
    if (!unsure || isWhatWasSent(made, body)) return made;
    return ask(
      phoneRoutes.updateContact,
      { params: { contactId: made.id }, body: { ...body, type: made.type } },
      patiently,
    );
  }
  const { id, type, rev } = before;
  if (unsure) {
    const now = await ask(phoneRoutes.contact, { params: { contactId: id } });
    if (isWhatWasSent(now, body)) return now;
  }
  return ask(phoneRoutes.updateContact, { params: { contactId: id }, body: { ...body, type, rev } }, patiently);
}

/** Whether a contact has everything that was sent, and the same numbers. */
export function isWhatWasSent(contact: Contact, body: Sent['body']): boolean {
  const texts = ['firstName', 'lastName', 'organization', 'email'] as const;
  const numbers = contact.phoneNumbers.flatMap(({ e164 }) => e164 ?? []);
  const asTheyAre = contact.phoneNumbers.filter(({ e164 }) => e164 === null).map(({ localized }) => localized);
  return (
    texts.every((field) => body[field] === undefined || (body[field] ?? '') === (contact[field] ?? '')) &&
    (body.name == null || body.name === contact.name) &&
    body.phoneNumbers.length === numbers.length &&
    body.phoneNumbers.every(({ phoneNumber }) => numbers.includes(phoneNumber)) &&
    asTheyAre.every((number) => body.numbersAsTheyAre.includes(number))
  );
}
