import type { Database } from '../../../storage/database.ts';
import { inTurn } from '../in-turn.ts';
import { ownBook } from '../own-book.ts';
import type { Book, ContactWriter, WrittenDraft } from '../ports.ts';

/** A company's address book elsewhere, with the name `OTHER`, that keeps what it is told, and its mirror. */
export async function bookElsewhere(db: Database, accountId: string, but: Partial<ContactWriter> = {}) {
  const told: unknown[] = [];
  const bookId = `other-${accountId}`;
  await db
    .insertInto('integrations')
    .values({
      id: bookId,
      account_id: accountId,
      name: 'OTHER',
      connected_by: null,
      url: null,
      user_name: null,
      key_sealed: null,
      last_synced_at: null,
      next_sync_at: null,
    })
    .execute();
  const mirror = ({ name, firstName, lastName, organization, email }: WrittenDraft) => ({
    name: name ?? `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    organization,
    email,
    avatar_url: null,
    contact_url: null,
    phone_numbers: '[]',
  });
  const writer: ContactWriter = {
    offerOf: (name) =>
      name === 'OTHER'
        ? { ...ownBook, features: ['CONTACT_CREATE', 'CONTACT_UPDATE'], phoneNumberLabels: ['WORK'], limitations: {} }
        : null,
    idEndingOf: (_name, draftKey) => `/${draftKey.split(' ').at(-1)}.vcf`,
    async create(book: Book, draft, draftKey) {
      told.push(['create', book.name, draft]);
      const id = `mirrored-${accountId}-${told.length}`;
      const owner = { account_id: accountId, integration_id: book.id, source: book.name, draft_key: draftKey };
      const row = { id, ...owner, ...mirror(draft) };
      await db.insertInto('contacts').values(row).execute();
      return id;
    },
    async update(_book, contactId, draft) {
      told.push(['update', contactId, draft.name]);
      await db.updateTable('contacts').set(mirror(draft)).where('id', '=', contactId).execute();
    },
    delete: () => Promise.reject(new Error('it does not offer that')),
    ...but,
  };
  return { desk: { db, writer, turns: inTurn() }, told, bookId };
}
