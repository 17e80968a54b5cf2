import { localizedNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { notFound } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import type { Connections } from './connections.ts';
import { type Connection, type ContactDraft, IntegrationError, type Offer, type SourceContact } from './connector.ts';
import { isSameContact, type MirroredBook, mirroredId, removeContacts, writeContacts } from './mirror.ts';
import { refusalOf } from './refuse.ts';
import type { Registry } from './registry.ts';
import { signOut } from './synchronise.ts';

/** A connected integration, as writers of contacts name it. */
interface Book {
  readonly id: string;
  readonly accountId: string;
}

interface Deps {
  readonly db: Database;
  readonly connections: Connections;
  readonly registry: Pick<Registry, 'offerOf' | 'connectorOf'>;
}

/**
 * Writes contacts where they are kept, and then here what their source made of it. Everything rejects with a `Refusal`: of
 * a contact that is gone there NOT_FOUND, and it is gone here as well; of one that was changed there CONFLICT, and it is
 * here as it is there; of one that nobody may write there FORBIDDEN.
 */
export function contactWriter(deps: Deps) {
  const { registry } = deps;
  return {
    /** What an integration offers; null for one that this server does not know. */
    offerOf: (integrationName: string): Offer | null => registry.offerOf(integrationName),

    /** How the external id ends of what `create` makes of a draft with this key; null where only the source names it. */
    idEndingOf: (integrationName: string, draftKey: string): string | null =>
      registry.connectorOf(integrationName)?.idEndingOf?.(draftKey) ?? null,

    /** Gives the id of the contact, which keeps the key of its draft. */
    create: (book: Book, draft: ContactDraft, draftKey: string | null, signal: AbortSignal): Promise<string> =>
      // Done again, whatever came of it the first time, it could be there twice.
      within(deps, book, signal, (at) => create(deps, at, draft, draftKey), { once: true }),

    update: (book: Book, contactId: string, draft: ContactDraft, signal: AbortSignal): Promise<void> =>
      within(deps, book, signal, (at) => update(deps, at, contactId, draft)),

    delete: (book: Book, contactId: string, signal: AbortSignal): Promise<void> =>
      within(deps, book, signal, async ({ connection, mirror }) => {
        const externalId = await externalIdOf(deps.db, mirror.id, contactId);
        const before = await connection.get(externalId, signal);
        if (before) await connection.delete(before, signal);
        await removeOne(deps, mirror, externalId);
      }),
  };
}

/** A connection that is open, and its contacts here. */
interface At {
  readonly connection: Connection;
  readonly mirror: MirroredBook;
  readonly signal: AbortSignal;
}

async function within<T>(
  { db, connections, registry }: Deps,
  book: Book,
  signal: AbortSignal,
  work: (at: At) => Promise<T>,
  options: { readonly once?: boolean } = {},
): Promise<T> {
  const { kept, mirror, problem } = await readBook(db, registry, book);
  if (problem) throw refusalOf(problem);
  try {
    signal.throwIfAborted();
    return await connections.use(kept, signal, (connection) => work({ connection, mirror, signal }), options);
  } catch (error) {
    if (error instanceof IntegrationError && error.type === 'refresh') await signOut(db, kept, error);
    if (error === signal.reason) throw refusalOf(tookTooLong(error));
    throw refusalOf(error, { codes: { not_found: 'NOT_FOUND', forbidden: 'FORBIDDEN' } });
  }
}

async function create(
  deps: Deps,
  { connection, mirror, signal }: At,
  draft: ContactDraft,
  draftKey: string | null,
): Promise<string> {
  const contact = await connection.create(draft, draftKey, signal);
  const id = mirroredId(mirror.id, contact.externalId);
  await withBook(deps, mirror, async (trx) => {
    await writeContacts(trx, mirror, [contact]);
    if (draftKey !== null)
      await trx.updateTable('contacts').set({ draft_key: draftKey }).where('id', '=', id).execute();
  });
  return id;
}

async function update(deps: Deps, at: At, contactId: string, draft: ContactDraft): Promise<void> {
  const { connection, mirror, signal } = at;
  const externalId = await externalIdOf(deps.db, mirror.id, contactId);
  const before = await current(deps, at, externalId);
  if (!(await isSameContact(deps.db, mirror, before))) {
    await mirrorOne(deps, mirror, before);
    throw changedElsewhere();
  }
  try {
    const written = asWrittenThere(draft, before, mirror.place);
    await mirrorOne(deps, mirror, await connection.update(before, written, signal));
  } catch (error) {
    // Within the moment between reading and writing.
    if (error instanceof IntegrationError && error.type === 'conflict') {
      await mirrorOne(deps, mirror, await current(deps, at, externalId));
    }
    throw error;
  }
}

/** What the source has; what it no longer has is no longer here either. */
async function current(deps: Deps, { connection, mirror, signal }: At, externalId: string): Promise<SourceContact> {
  const contact = await connection.get(externalId, signal);
  if (contact) return contact;
  await removeOne(deps, mirror, externalId);
  throw notFound('contact');
}

/** Takes the connection before its contacts, as a synchronisation does: neither waits for the other in a circle. */
async function withBook({ db }: Deps, { id }: MirroredBook, write: (trx: Writer) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('integrations').select('id').where('id', '=', id).forUpdate().execute();
    await write(trx);
  });
}

const mirrorOne = (deps: Deps, mirror: MirroredBook, contact: SourceContact) =>
  withBook(deps, mirror, (trx) => writeContacts(trx, mirror, [contact]));

const removeOne = (deps: Deps, mirror: MirroredBook, externalId: string) =>
  withBook(deps, mirror, (trx) => removeContacts(trx, mirror.id, [externalId]));

async function readBook(db: Database, registry: Pick<Registry, 'offerOf'>, { id, accountId }: Book) {
  const row = await db
    .selectFrom('integrations')
    .innerJoin('accounts', 'accounts.id', 'integrations.account_id')
    .select(['integrations.id', 'integrations.name', 'url', 'key_sealed', 'key_origins', 'state'])
    .select(['country', 'area_code'])
    .where('integrations.id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row || row.state === 'DISCONNECTING') throw notFound('integration');
  const mirror: MirroredBook = {
    id,
    accountId,
    name: row.name,
    maxNumbers: registry.offerOf(row.name)?.limitations.maxNumbersPerContact ?? null,
    place: { country: row.country, areaCode: row.area_code },
  };
  const isSignedOut = row.state === 'AUTHENTICATION_REQUIRED';
  return { kept: row, mirror, problem: isSignedOut ? signedOut(row.name) : null };
}

async function externalIdOf(db: Database, integrationId: string, contactId: string): Promise<string> {
  const row = await db
    .selectFrom('contacts')
    .select('external_id')
    .where('id', '=', contactId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  if (!row || row.external_id === null) throw notFound('contact');
  return row.external_id;
}

/** The draft with numbers spelt as their source has them, so that a number nobody changed is not changed. */
function asWrittenThere(draft: ContactDraft, before: SourceContact, place: NumberPlace): ContactDraft {
  const known = before.phoneNumbers.flatMap((spelt) => {
    const e164 = normalizeNumber(spelt.number, place);
    return e164 === null ? [] : [{ ...spelt, read: [e164, localizedNumber(e164, place.country)] }];
  });
  const phoneNumbers = draft.phoneNumbers.map(({ label, number }) => {
    const same = known.filter(({ read }) => read.includes(number));
    // A number may stand there twice, each time spelt in another way.
    return { label, number: (same.find((spelt) => spelt.label === label) ?? same[0])?.number ?? number };
  });
  return { ...draft, phoneNumbers };
}

const changedElsewhere = () =>
  new IntegrationError('conflict', 'The contact was changed there in the meantime', { translationKey: 'conflict' });

const signedOut = (name: string) =>
  new IntegrationError('refresh', `Connect ${name} again`, { translationKey: 'signedOut' });

const tookTooLong = (cause: unknown) =>
  new IntegrationError('unreachable', 'The address book takes too long to answer', {
    translationKey: 'timedOut',
    cause,
  });
