import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { contactWriteWaitMs } from '@sidetone/contract/rules/screen-timing.ts';
import type { Call } from '#live/line/call.ts';
import { call } from '#live/line/http.ts';
import type { bodyOf } from '../contact-values.ts';

interface Sent {
  readonly body: ReturnType<typeof bodyOf>;
  /** The address book of a new contact. */
  readonly integrationId: string;
  /** The contact before; null for a new one. */
  readonly before: (Contact & { readonly rev: number }) | null;
  /** The name of the draft of a new contact, however often it is sent. */
  readonly draftId: string;
  /** It was sent before, and the outcome is not known. */
  readonly unsure: boolean;
}

/**
 * Saves a contact, with a timeout longer than the server takes, so that nothing is saved twice because an answer was
 * lost. Throws ApiError.
 */
export async function sendContact({ body, integrationId, before, draftId, unsure }: Sent, ask: Call = call) {
  const patiently = { timeoutMs: contactWriteWaitMs };
  if (before === null) {
    const made = await ask(contactRoutes.createContact, { body: { ...body, integrationId, draftId } }, patiently);
    // It was created from the first attempt, and the form may have changed since.
    if (!unsure || isWhatWasSent(made, body)) return made;
    return ask(
      contactRoutes.updateContact,
      { params: { contactId: made.id }, body: { ...body, type: made.type } },
      patiently,
    );
  }
  const { id, type, rev } = before;
  const change = (of: { rev?: number }) =>
    ask(contactRoutes.updateContact, { params: { contactId: id }, body: { ...body, type, ...of } }, patiently);
  if (!unsure) return change({ rev });
  const now = await ask(contactRoutes.contact, { params: { contactId: id } });
  if (isWhatWasSent(now, body)) return now;
  // After a first attempt that succeeded the revision is another one; after one that failed, another user may still be
  // first.
  return change(isUnchanged(now, before) ? { rev } : {});
}

const texts = ['firstName', 'lastName', 'organization', 'email'] as const;

/** Whether a contact has everything that was sent, and the same numbers with the same labels. */
export function isWhatWasSent(contact: Contact, body: Sent['body']): boolean {
  const sent = body.phoneNumbers.map(({ label, phoneNumber }) => labelled(label, phoneNumber));
  return (
    texts.every((field) => body[field] === undefined || (body[field] ?? '') === (contact[field] ?? '')) &&
    (body.name == null || body.name === contact.name) &&
    isAlike(sent, numbersOf(contact)) &&
    isAlike(body.numbersAsTheyAre, asTheyAre(contact))
  );
}

const isUnchanged = (now: Contact, before: Contact): boolean =>
  now.name === before.name &&
  texts.every((field) => (now[field] ?? '') === (before[field] ?? '')) &&
  isAlike(numbersOf(now), numbersOf(before)) &&
  isAlike(asTheyAre(now), asTheyAre(before));

const labelled = (label: string, number: string): string => `${label.toUpperCase()} ${number}`;

const numbersOf = ({ phoneNumbers }: Contact): string[] =>
  phoneNumbers.flatMap(({ label, type, e164 }) => (e164 === null ? [] : [labelled(label || type, e164)]));

const asTheyAre = ({ phoneNumbers }: Contact): string[] =>
  phoneNumbers.flatMap(({ e164, localized }) => (e164 === null ? [localized] : []));

/** Whether two lists contain the same elements, each as often. */
const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
