import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type Asker, type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { contactBook } from './contact-book.ts';
import { readContactHistory } from './contact-history.ts';
import { readContact } from './one-contact.ts';
import type { CallsWith } from './ports.ts';

/** Contacts and colleagues of the asker's account, and what was spoken with them in the asker's channels. */
export function contactDocuments({ db, callsWith }: { db: Database; callsWith: CallsWith }): LiveSource[] {
  const readBook = contactBook(db);
  const inAccount = ({ accountId }: Asker, tables: readonly string[]) =>
    tables.map((table) => topic(table, 'account_id', accountId));
  const people = ['users', 'channels', 'numbers', 'extensions'];
  return [
    liveSource<typeof liveQueries.contactBook>({
      query: liveQueries.contactBook,
      authorize: async () => true,
      sharedBy: ({ accountId }) => accountId,
      topics: (asker) => inAccount(asker, people),
      calmTopics: (asker) => inAccount(asker, ['contacts']),
      rows: async ({ accountId }) => [await readBook(accountId)],
    }),

    liveSource<typeof liveQueries.contact>({
      query: liveQueries.contact,
      authorize: async () => true,
      sharedBy: ({ accountId }) => accountId,
      topics: (asker, { contactId }) => [
        topic('contacts', 'id', contactId),
        topic('users', 'id', contactId),
        ...inAccount(asker, ['channels', 'numbers', 'extensions']),
      ],
      // Of many that are written at once it is said that they are many.
      calmTopics: ({ accountId }) => [topic('contacts', 'many', accountId)],
      async rows({ accountId }, { contactId }) {
        const found = await readContact(db, accountId, contactId);
        return found ? [found] : [];
      },
    }),

    liveSource<typeof liveQueries.contactHistory>({
      query: liveQueries.contactHistory,
      authorize: async () => true,
      topics: (asker) => [
        topic('inbox_events', 'account_id', asker.accountId),
        topic('channel_members', 'user_id', asker.userId),
        // A number that becomes someone else's takes its calls along.
        ...inAccount(asker, people),
      ],
      calmTopics: (asker) => inAccount(asker, ['contacts']),
      rows: (asker, { contactId }) => readContactHistory(db, asker, contactId, callsWith),
    }),
  ];
}
