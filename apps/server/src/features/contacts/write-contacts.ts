import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ContactCreate } from '@sidetone/contract/entities/contact-change.ts';
import type { IntegrationFeature } from '@sidetone/contract/entities/integration.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { ownContactSource } from '@sidetone/contract/rules/contact-sources.ts';
import { localizedNumber, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { contactWriteMs } from '@sidetone/contract/rules/screen-timing.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { newId } from '../../requests/ids.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { type Before, checkDraft } from './check-draft.ts';
import { type ContactRow, contactColumns, contactOf } from './contact-row.ts';
import type { inTurn } from './in-turn.ts';
import { oneContact } from './one-contact.ts';
import { ownBook, ownBookId } from './own-book.ts';
import type { Book, BookOffer, ContactDraft, ContactWriter, WrittenDraft } from './ports.ts';

export interface WritingDesk {
  readonly db: Database;
  /** Of who writes into address books that are elsewhere; the same for all who write. */
  readonly turns: ReturnType<typeof inTurn>;
  /** Of every address book but the company's own. */
  readonly writer: ContactWriter;
}

type Who = Pick<Caller, 'userId' | 'accountId'>;

/** Begins when someone asks, before their turn: a write elsewhere has what is left of it. */
const patience = (): AbortSignal => AbortSignal.timeout(contactWriteMs);

/**
 * Adds someone to an address book. Throws `Refusal` FORBIDDEN without the grant and where the address book takes nobody,
 * NOT_FOUND for one that the account has not connected, EMAIL_CONFLICT, CONFLICT for someone who is there the same, and
 * what `checkDraft` and `ContactWriter` throw. A draft that became a contact of that address book already gives this contact,
 * as it is now, and adds nobody.
 */
export async function createContact(
  desk: WritingDesk,
  who: Who,
  given: ContactCreate & { integrationId?: string | null | undefined; draftId?: string | null | undefined },
): Promise<Contact> {
  const { db, writer, turns } = desk;
  const { accountId } = who;
  const signal = patience();
  const draftKey = given.draftId ? `${who.userId} ${given.draftId}` : null;
  /** The id where it is settled, else what has to be written elsewhere. */
  const begin = (isLast: boolean) =>
    db.transaction().execute(async (trx) => {
      await requireGrant(trx, who, 'CONTACT_WRITE');
      const book = await bookOf(trx, accountId, given.integrationId ?? ownBookId(accountId));
      const place = await placeOf(trx, accountId);
      const draft = checkDraft(given, offerOf(desk, book, 'CONTACT_CREATE'), place);
      const isElsewhere = book.name !== ownContactSource;
      if (isElsewhere && !isLast) return { book, draft };
      await lockBook(trx, book.id);
      const made = draftKey === null ? null : await madeOf(trx, desk, book, draftKey);
      if (made !== null) return made;
      await refuseSecond(trx, book, draft, null);
      if (isElsewhere) return { book, draft };
      const contactId = newId('k');
      await trx
        .insertInto('contacts')
        .values({
          id: contactId,
          account_id: accountId,
          integration_id: book.id,
          source: book.name,
          draft_key: draftKey,
          avatar_url: null,
          contact_url: null,
          ...columnsOf(contactId, draft, place, []),
        })
        .execute();
      return contactId;
    });
  const settled = await begin(false);
  if (typeof settled === 'string') return await oneContact(db, accountId, settled);
  // The other side may take long to answer, and nothing of the database is held for it: writers of the same contact wait here.
  const id = await turns(turnsOf(settled, draftKey), async () => {
    const last = await begin(true);
    return typeof last === 'string' ? last : await writer.create(last.book, asWritten(last.draft), draftKey, signal);
  });
  return await oneContact(db, accountId, id);
}

/**
 * The contact that a draft became in an address book; null for none. One whose writing was cut off here came back without
 * the key, by a synchronisation.
 */
async function madeOf(trx: Writer, { writer }: WritingDesk, book: Book, draftKey: string): Promise<string | null> {
  const inBook = trx.selectFrom('contacts').select('id').where('integration_id', '=', book.id);
  const made = await inBook.where('draft_key', '=', draftKey).executeTakeFirst();
  if (made || book.name === ownContactSource) return made?.id ?? null;
  const ending = writer.idEndingOf(book.name, draftKey);
  if (ending === null) return null;
  // Two questions, since each has an index of its own.
  const endsSo = sql<boolean>`reverse(external_id) ^@ reverse(${ending})`;
  return (await inBook.where(endsSo).executeTakeFirst())?.id ?? null;
}

interface Elsewhere {
  readonly book: Book;
  readonly draft: ContactDraft;
}

const asWritten = ({ fullName, ...draft }: ContactDraft): WrittenDraft => ({ ...draft, name: fullName });

/** Two of which one would refuse the other have one of these in common. */
function turnsOf({ book, draft }: Elsewhere, draftKey: string | null): string[] {
  const who = draft.email === null ? `named ${draft.name}` : `at ${draft.email.toLowerCase()}`;
  return [`${book.id} ${who}`, ...(draftKey === null ? [] : [`${book.id} made of ${draftKey}`])];
}

/**
 * Changes a contact where it is kept. Throws `Refusal` like `createContact`; NOT_FOUND for nobody, FORBIDDEN for colleagues
 * and for what its source keeps to itself, CONFLICT where it is not the revision `rev` any more.
 */
export async function updateContact(
  desk: WritingDesk,
  who: Who,
  contactId: string,
  { rev, ...given }: ContactCreate & { rev?: number | undefined; numbersAsTheyAre?: readonly string[] | undefined },
): Promise<Contact> {
  const { db, writer, turns } = desk;
  const { accountId } = who;
  const signal = patience();
  const begin = (isLast: boolean) =>
    db.transaction().execute(async (trx) => {
      await requireGrant(trx, who, 'CONTACT_WRITE');
      await lockBookOf(trx, accountId, contactId);
      const { book, row } = await writable(trx, accountId, contactId);
      const offer = offerOf(desk, book, 'CONTACT_UPDATE');
      if (rev !== undefined && Number(row.rev) !== rev) {
        throw new Refusal('CONFLICT', 'Someone else has changed this contact.');
      }
      const before: Before = contactOf(row);
      const place = await placeOf(trx, accountId);
      const draft = checkDraft(given, offer, place, before);
      const isElsewhere = book.name !== ownContactSource;
      if (isElsewhere && !isLast) return { book, draft };
      await refuseSecond(trx, book, draft, row);
      if (isElsewhere) return { book, draft };
      await trx
        .updateTable('contacts')
        // Contacts changed by hand stay when the import that they came with is taken back.
        .set({ ...columnsOf(contactId, draft, place, before.phoneNumbers), import_id: null })
        .where('id', '=', contactId)
        .execute();
      return null;
    });
  const elsewhere = await begin(false);
  if (elsewhere) {
    await turns(turnsOf(elsewhere, null), async () => {
      const last = await begin(true);
      if (last) await writer.update(last.book, contactId, asWritten(last.draft), signal);
    });
  }
  return await oneContact(db, accountId, contactId);
}

/**
 * Deletes a contact where it is kept, with a line in the audit log. Throws `Refusal` FORBIDDEN and NOT_FOUND like
 * `updateContact`.
 */
export async function deleteContact(
  desk: WritingDesk,
  who: Who & { readonly address: string },
  contactId: string,
): Promise<void> {
  const note = (trx: Writer, book: string) =>
    audit(trx, {
      accountId: who.accountId,
      actorUserId: who.userId,
      address: who.address,
      action: 'contact.removed',
      target: contactId,
      detail: { book },
    });
  const signal = patience();
  const elsewhere = await desk.db.transaction().execute(async (trx) => {
    await requireGrant(trx, who, 'CONTACT_WRITE');
    const { book } = await writable(trx, who.accountId, contactId);
    offerOf(desk, book, 'CONTACT_DELETE');
    if (book.name !== ownContactSource) return book;
    await trx.deleteFrom('contacts').where('id', '=', contactId).execute();
    await note(trx, book.name);
    return null;
  });
  if (!elsewhere) return;
  await desk.writer.delete(elsewhere, contactId, signal);
  await note(desk.db, elsewhere.name);
}

/** What the address book offers, which has to be this as well. */
function offerOf({ writer }: WritingDesk, book: Book, feature: IntegrationFeature): BookOffer {
  const offer = book.name === ownContactSource ? ownBook : writer.offerOf(book.name);
  const features: readonly string[] = offer?.features ?? [];
  if (!offer || !features.includes(feature)) throw new Refusal('FORBIDDEN', `${book.name} does not offer ${feature}.`);
  return offer;
}

async function bookOf(trx: Writer, accountId: string, id: string): Promise<Book> {
  const row = await trx
    .selectFrom('integrations')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '<>', 'DISCONNECTING')
    .executeTakeFirst();
  if (!row) throw notFound('integration');
  return { ...row, accountId };
}

/** A contact that may be written, and where it is kept. Nobody else writes it until the transaction ends. */
async function writable(trx: Writer, accountId: string, contactId: string): Promise<{ book: Book; row: ContactRow }> {
  const row = await trx
    .selectFrom('contacts')
    .select([...contactColumns])
    .where('account_id', '=', accountId)
    .where('id', '=', contactId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    const colleague = trx
      .selectFrom('users')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', contactId);
    if (await colleague.executeTakeFirst()) throw new Refusal('FORBIDDEN', 'Colleagues are managed by administrators.');
    throw notFound('contact');
  }
  if (row.readonly) throw new Refusal('FORBIDDEN', 'The address book does not allow changes to this contact.');
  return { row, book: await bookOf(trx, accountId, row.integration_id) };
}

async function placeOf(trx: Writer, accountId: string): Promise<NumberPlace> {
  const account = await trx
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numberPlaceOf(account.country, account.area_code, account.number_plan);
}

/**
 * Who writes into an address book second waits for the first, so that two who write the same are told as well. It comes
 * before the lock of any contact, as in an import: otherwise the two could wait for each other.
 */
async function lockBook(trx: Writer, bookId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sidetone contacts'), hashtext(${bookId}))`.execute(trx);
}

/** The same for where a contact is kept, which never changes; nothing for one that there is not. */
async function lockBookOf(trx: Writer, accountId: string, contactId: string): Promise<void> {
  const row = await trx
    .selectFrom('contacts')
    .select('integration_id')
    .where('account_id', '=', accountId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (row) await lockBook(trx, row.integration_id);
}

/** An address that several had before stays theirs, so that the rest of them can be changed. */
async function refuseSecond(trx: Writer, book: Book, draft: ContactDraft, before: ContactRow | null): Promise<void> {
  const { email } = draft;
  const others = trx
    .selectFrom('contacts')
    .select('id')
    .where('integration_id', '=', book.id)
    .$if(before !== null, (query) => query.where('id', '<>', before?.id ?? ''))
    .limit(1);
  // A contact that is alike in everything has the email address as well, and it is not that which is in the way.
  if (await others.where(isSame(book.accountId, draft)).executeTakeFirst()) {
    throw new Refusal('CONFLICT', 'This contact already exists in the address book.');
  }
  if (email === null || email.toLowerCase() === before?.email?.toLowerCase()) return;
  const has = sql<boolean>`email is not null and lower(email) = lower(${email})`;
  if (await others.where(has).executeTakeFirst()) {
    const issues = [{ path: 'email', message: 'another contact has this address' }];
    throw new Refusal('EMAIL_CONFLICT', 'Another contact in the address book has this email address.', { issues });
  }
}

const isSame = (accountId: string, { name, firstName, lastName, organization, email, phoneNumbers }: ContactDraft) => {
  const numbers = phoneNumbers.map(({ number }) => number).filter((number) => number.startsWith('+'));
  return sql<boolean>`account_id = ${accountId} and name_key = left(plain_words(fold_text(${name})), 200)
    and name = ${name} and first_name is not distinct from ${firstName} and last_name is not distinct from ${lastName}
    and organization is not distinct from ${organization} and lower(email) is not distinct from lower(${email})
    and e164s @> ${numbers}::text[] and e164s <@ ${numbers}::text[]`;
};

/** The row of a contact in the own address book. A number that stays keeps its id. */
function columnsOf(contactId: string, draft: ContactDraft, { country }: NumberPlace, before: readonly ContactNumber[]) {
  const ids = new Set(before.map(({ id }) => id));
  const newNumberId = (): string => {
    let at = 1;
    while (ids.has(`${contactId}-${at}`)) at += 1;
    ids.add(`${contactId}-${at}`);
    return `${contactId}-${at}`;
  };
  const phoneNumbers = draft.phoneNumbers.map(({ label, number }) => {
    const isE164 = number.startsWith('+');
    const old = before.find(({ e164, localized }) => (e164 ?? localized) === number);
    return {
      id: old?.id ?? newNumberId(),
      type: label,
      label,
      localized: isE164 ? localizedNumber(number, country) : number,
      e164: isE164 ? number : null,
    };
  });
  return {
    name: draft.name,
    first_name: draft.firstName,
    last_name: draft.lastName,
    organization: draft.organization,
    email: draft.email,
    phone_numbers: jsonText(phoneNumbers),
    e164s: phoneNumbers.flatMap(({ e164 }) => e164 ?? []),
  };
}
