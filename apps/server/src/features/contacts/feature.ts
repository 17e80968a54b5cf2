import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { contactDocuments } from './documents.ts';
import type { CallsWith, ContactWriter } from './ports.ts';
import { contactRoutes } from './routes.ts';

interface ContactsDeps {
  readonly db: Database;
  /** Writes contacts where they are kept. */
  readonly writer: ContactWriter;
  readonly callsWith: CallsWith;
}

/** Contacts and colleagues: lists, search, one of them, and changes. */
export const contactsFeature = ({ db, writer, callsWith }: ContactsDeps): Feature => ({
  answers: contactRoutes({ db, writer }),
  sources: contactDocuments({ db, callsWith }),
});
