import { Readable } from 'node:stream';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import { Streamed } from '../../requests/download.ts';
import { requireGrant } from '../../requests/grants.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { ContactImports } from './contact-imports.ts';
import { exportContacts } from './export-contacts.ts';

/** Files of contacts, in and out. Writing needs the grant CONTACT_WRITE, reading CONTACT_READ. */
export const contactFileRoutes = ({ db, imports }: { db: Database; imports: ContactImports }): Answer[] => [
  answer(routes.importContacts, ({ caller, query, body }) => {
    if (!(body instanceof Readable)) throw new Refusal('VALIDATION_FAILED', 'A file is needed.');
    return imports.start(caller, query.fileName, body);
  }),
  answer(routes.undoContactImport, ({ caller, params }) => imports.undo(caller, params.importId)),
  answer(routes.exportContacts, async ({ caller, query, address }) => {
    await requireGrant(db, caller, 'CONTACT_READ');
    await audit(db, {
      accountId: caller.accountId,
      actorUserId: caller.userId,
      address,
      action: 'contacts.exported',
      detail: { format: query.format },
    });
    const { stream, contentType, fileName } = await exportContacts(db, caller.accountId, query.format);
    return new Streamed(stream, contentType, fileName);
  }),
];
