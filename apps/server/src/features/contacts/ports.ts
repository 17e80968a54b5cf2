import type { Integration } from '@sidetone/contract/entities/integration.ts';
import type { RawBuilder } from 'kysely';

/** What an address book keeps of a contact, and what can be done there: a part of what its integration offers. */
export type BookOffer = Pick<
  Integration,
  'features' | 'contactAttributes' | 'limitations' | 'phoneNumberLabels' | 'isBuiltIn'
>;

/** A connected address book or CRM: a row of `integrations`. */
export interface Book {
  readonly id: string;
  readonly accountId: string;
  /** Of its integration, such as CARDDAV. */
  readonly name: string;
}

/** What people write of a contact. It was checked against the offer; a new number is in E.164 form. */
export interface ContactDraft {
  /** Never empty: what the contact is shown by. */
  readonly name: string;
  /** The whole name as someone wrote it; null where it follows from the others. */
  readonly fullName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly phoneNumbers: readonly { readonly label: string; readonly number: string }[];
}

/** The same for an address book elsewhere, which makes a whole name that nobody wrote in its own way: with titles, say. */
export type WrittenDraft = Omit<ContactDraft, 'name' | 'fullName'> & { readonly name: string | null };

/**
 * Writes contacts of other address books than the company's own: there first, and then here what was answered there. Each
 * fulfils once `contacts` says what the other side has. All reject with a `Refusal`: EMAIL_CONFLICT (its issue names
 * `email`), CONFLICT where the contact was changed there meanwhile, TOO_MANY_NUMBERS, INVALID_PHONE_TYPE, FORBIDDEN,
 * NOT_FOUND where it is gone there (then it is gone here as well), INTEGRATION_REFRESH and INTEGRATION_FAILED with what
 * the other side said, or that it did not answer before `signal` ended.
 */
export interface ContactWriter {
  /** What the integration of this name offers; null for one that this server does not know. */
  offerOf(integrationName: string): BookOffer | null;
  /**
   * How the external id ends of the contact that a draft with this key becomes, and of nobody else; null where only the other
   * side names it.
   */
  idEndingOf(integrationName: string, draftKey: string): string | null;
  /** Gives the id of the row of `contacts`, which has the key then. The same key again makes no second contact. */
  create(book: Book, draft: WrittenDraft, draftKey: string | null, signal: AbortSignal): Promise<string>;
  update(book: Book, contactId: string, draft: WrittenDraft, signal: AbortSignal): Promise<void>;
  delete(book: Book, contactId: string, signal: AbortSignal): Promise<void>;
}

/**
 * The ended calls (channel_id, id) of these channels with a contact or colleague, as the inbox tells who the other side of a
 * call is: SQL to be selected from.
 */
export type CallsWith = (channelIds: readonly string[], contactId: string) => RawBuilder<unknown>;
