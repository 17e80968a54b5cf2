import type { BridgeDialect } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import { z } from 'zod';
import { type Connection, type ContactDraft, IntegrationError, type SourceContact } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { Listed } from './changes.ts';
import type { BridgeClient } from './client.ts';
import { NotOffered, stillCollecting } from './errors.ts';
import { contactOf, contactRecord, entityRecord, relationOf, templateOf } from './records.ts';

/** What people do with single contacts of a bridge. Where it cannot be asked for one, the whole list is. */
export function bridgeContacts(
  client: BridgeClient,
  dialect: BridgeDialect,
  list: (signal: AbortSignal) => Promise<Listed>,
): Pick<Connection, 'get' | 'findByNumber' | 'search' | 'create' | 'update' | 'delete' | 'entities'> {
  const listed = async (signal: AbortSignal): Promise<readonly SourceContact[]> => {
    const { contacts, isPending } = await list(signal);
    // Nothing is missing from an empty list for certain.
    if (isPending || contacts.length === 0) throw stillCollecting();
    return contacts;
  };
  const get = async (id: string, signal: AbortSignal): Promise<SourceContact | null> =>
    (dialect === 'B' ? await askedFor(client, id, signal) : null) ??
    (await listed(signal)).find(({ externalId }) => externalId === id) ??
    null;
  const matching = async (fits: (one: SourceContact) => boolean, signal: AbortSignal) =>
    (await list(signal)).contacts.filter(fits).slice(0, mostFound);
  const write = async (method: 'POST' | 'PUT', path: string, body: unknown, signal: AbortSignal) =>
    contactOf((await client.ask({ method, path, body }, contactRecord, signal)).body);
  return {
    get,
    findByNumber: (e164, signal) => matching((one) => hasNumber(one, e164), signal),
    search: (query, signal) => matching((one) => wordsOf(one).includes(query.toLowerCase()), signal),
    async create(draft, key, signal) {
      // A contact with all the same is the one that was made before its answer was lost.
      const made = key === null ? undefined : (await list(signal)).contacts.find((one) => isSame(one, draft));
      return made ?? (await write('POST', '/contacts', templateOf(draft), signal));
    },
    async update(before, draft, signal) {
      const { externalId } = before;
      const now = await get(externalId, signal);
      if (now === null)
        throw new IntegrationError('not_found', 'The contact is no longer there', { translationKey: 'gone' });
      if (now.etag !== before.etag)
        throw new IntegrationError('conflict', 'The contact was changed there', { translationKey: 'conflict' });
      return await write('PUT', pathOf(externalId), { ...templateOf(draft), id: externalId }, signal);
    },
    async delete({ externalId }, signal) {
      await client.send({ method: 'DELETE', path: pathOf(externalId) }, signal).catch(unlessGone);
    },
    async entities(id, signal) {
      return dialect === 'B'
        ? ((await askedRelations(client, id, signal)) ?? (await get(id, signal))?.relatesTo ?? [])
        : [];
    },
  };
}

/** Contacts that a search gives. */
const mostFound = 20;

const pathOf = (id: string): string => `/contacts/${encodeURIComponent(id)}`;

/** Null also where the bridge cannot be asked, and for what is there as another kind of record. */
async function askedFor(client: BridgeClient, id: string, signal: AbortSignal): Promise<SourceContact | null> {
  try {
    const { body } = await client.ask({ method: 'GET', path: `${pathOf(id)}?type=contacts` }, contactRecord, signal);
    return contactOf(body);
  } catch (error) {
    if (error instanceof NotOffered) return null;
    return unlessGone(error) ?? null;
  }
}

const relations = z.array(entityRecord).max(1000);

async function askedRelations(client: BridgeClient, id: string, signal: AbortSignal) {
  try {
    const { body } = await client.ask({ method: 'GET', path: `${pathOf(id)}/entities` }, relations, signal);
    return body.flatMap(relationOf);
  } catch (error) {
    if (error instanceof NotOffered) return null;
    throw error;
  }
}

function unlessGone(error: unknown): undefined {
  if (!isOf(error, 'not_found')) throw error;
}

const digits = (number: string): string => number.replace(/\D/g, '');

/** Written with its country or without. */
const hasNumber = ({ phoneNumbers }: SourceContact, e164: string): boolean =>
  phoneNumbers.some(({ number }) => {
    const national = digits(number).replace(/^0+/, '');
    return national.length >= leastDigits && digits(e164).endsWith(national);
  });
const leastDigits = 7;

const wordsOf = ({ name, firstName, lastName, organization, email }: SourceContact): string =>
  [name, firstName, lastName, organization, email].filter(Boolean).join(' ').toLowerCase();

const isSame = (one: SourceContact, draft: ContactDraft): boolean => fingerprint(one) === fingerprint(draft);

const fingerprint = (given: ContactDraft): string => {
  const { phoneNumbers, ...words } = templateOf(given);
  return JSON.stringify([words, phoneNumbers.map(({ phoneNumber }) => digits(phoneNumber)).sort()]);
};
