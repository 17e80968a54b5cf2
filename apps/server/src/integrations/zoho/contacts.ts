import { z } from 'zod';
import { type Connection, type ContactDraft, IntegrationError, type SourceContact } from '../connector.ts';
import { nationalDigits, withDigits } from '../crm/national-digits.ts';
import { changesOf, momentOf } from './changes.ts';
import type { ZohoClient } from './client.ts';
import { isRefusedAs, ZohoError } from './errors.ts';
import { isHidden, type Modules } from './fields.ts';
import {
  columnsOf,
  contactOf,
  contactRecord,
  fieldsOf,
  isContact,
  isZohoId,
  type Kind,
  kinds,
  type Written,
} from './records.ts';

export interface Deps {
  readonly client: ZohoClient;
  readonly modules: Modules;
  /** Where users see a record of a module; null where that is not known. */
  readonly urlOf: (module: string, id: string) => string | null;
}

const page = z.object({ data: z.array(contactRecord).max(200) });

/** Contacts, leads and accounts of one company. */
export function zohoContacts(deps: Deps): Omit<Connection, 'entities' | 'crm'> {
  const { client } = deps;
  return {
    origins: client.origins,
    leftOut: null,
    readsAhead: true,
    changes: (state, mirrored, signal) => changesOf({ ...deps, mirrored, signal }, state),
    get: async (id, signal) => (await readOne(deps, id, signal))?.contact ?? null,
    async findByNumber(e164, signal) {
      const digits = nationalDigits(e164);
      return withDigits(await find(deps, { phone: digits }, signal), digits);
    },
    async search(query, signal) {
      const word = query
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, 100);
      return word.length < 2 ? [] : await find(deps, { word }, signal);
    },
    create: (draft, key, signal) => create(deps, draft, key, signal),
    update: (before, draft, signal) => update(deps, before, draft, signal),
    async delete({ externalId, type }, signal) {
      const kind = kinds.find((one) => one.type === type);
      if (kind === undefined || !isZohoId(externalId)) return;
      try {
        await client.write({ method: 'DELETE', path: `/${kind.module}/${externalId}` }, signal);
      } catch (error) {
        // Of a record that is gone, Zoho says that the id is invalid.
        if (!isRefusedAs(error, 'INVALID_DATA') || (await readOne(deps, externalId, signal)) !== null) throw error;
      }
    },
  };
}

interface Found {
  readonly kind: Kind;
  readonly contact: SourceContact;
}

/** A contact by its id, which is one of all kinds together. */
async function readOne(deps: Deps, id: string, signal: AbortSignal): Promise<Found | null> {
  if (!isZohoId(id)) return null;
  for (const kind of kinds) {
    const fields = await deps.modules.fieldsOf(kind.module, signal);
    if (fields === null) continue;
    const query = { fields: columnsOf(kind, fields, false).join(',') };
    const body = await deps.client.read(`/${kind.module}/${id}`, query, page, signal);
    const one = body?.data[0];
    if (one !== undefined && isContact(kind, one)) {
      return { kind, contact: contactOf(kind, one, deps.urlOf(kind.module, one.id)) };
    }
  }
  return null;
}

/** Contacts that a search finds, at most 20 of each kind. */
async function find(deps: Deps, by: Readonly<Record<string, string>>, signal: AbortSignal): Promise<SourceContact[]> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const fields = await deps.modules.fieldsOf(kind.module, signal);
      if (fields === null) return [];
      const query = { ...by, per_page: '20', fields: columnsOf(kind, fields, false).join(',') };
      try {
        const { body } = await deps.client.ask({ method: 'GET', path: `/${kind.module}/search`, query }, page, signal);
        const records = (body?.data ?? []).filter((one) => isContact(kind, one));
        return records.map((one) => contactOf(kind, one, deps.urlOf(kind.module, one.id)));
      } catch (error) {
        if (isHidden(error)) return [];
        throw error;
      }
    }),
  );
  return lists.flat();
}

/** So long an answer that was lost is looked for. */
const recentMs = 15 * 60_000;

/** Drafts become contacts. One that the same draft made minutes ago is that contact: only the answer was lost. */
async function create(
  deps: Deps,
  draft: ContactDraft,
  key: string | null,
  signal: AbortSignal,
): Promise<SourceContact> {
  const [kind] = kinds as [Kind];
  const fields = await deps.modules.fieldsOf(kind.module, signal);
  if (fields === null) throw forbidden();
  const wanted = fieldsOf(kind, draft, fields);
  const before = key === null ? null : await madeBefore(deps, kind, wanted, signal);
  if (before !== null) return before;
  const filled = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== null && value !== ''));
  try {
    const id = await deps.client.write({ method: 'POST', path: `/${kind.module}`, body: { data: [filled] } }, signal);
    const record = { ...filled, id, Modified_Time: new Date().toISOString() };
    return (await readOne(deps, id, signal))?.contact ?? contactOf(kind, record, deps.urlOf(kind.module, id));
  } catch (error) {
    throw await asDuplicate(deps, error, signal);
  }
}

async function madeBefore(deps: Deps, kind: Kind, wanted: Written, signal: AbortSignal): Promise<SourceContact | null> {
  const names = Object.keys(wanted);
  const since = momentOf(new Date(Date.now() - recentMs).toISOString());
  const columns = [...new Set(['Modified_Time', ...names])].join(', ');
  const where = `Created_Time >= '${since}'`;
  const coql = `select ${columns} from ${kind.module} where ${where} order by id desc limit 200`;
  const { body } = await deps.client.query(coql, contactRecord, signal);
  const same = body.find((one) =>
    names.every((name) => (one[name as keyof typeof one] ?? '') === (wanted[name] ?? '')),
  );
  return same === undefined ? null : ((await readOne(deps, same.id, signal))?.contact ?? null);
}

async function update(
  deps: Deps,
  before: SourceContact,
  draft: ContactDraft,
  signal: AbortSignal,
): Promise<SourceContact> {
  const { externalId } = before;
  const now = await readOne(deps, externalId, signal);
  if (now === null) {
    throw new IntegrationError('not_found', 'The contact is no longer there', { translationKey: 'gone' });
  }
  const { kind, contact } = now;
  if (contact.etag !== before.etag) throw changed();
  const fields = await deps.modules.fieldsOf(kind.module, signal);
  if (contact.readonly || fields === null) throw forbidden();
  const body = { data: [fieldsOf(kind, draft, fields)] };
  try {
    await deps.client.write({ method: 'PUT', path: `/${kind.module}/${externalId}`, body }, signal);
  } catch (error) {
    throw await asDuplicate(deps, error, signal);
  }
  return (await readOne(deps, externalId, signal))?.contact ?? { ...contact, ...draft, etag: null };
}

/** What may be there only once is told with the record that has it. */
async function asDuplicate(deps: Deps, error: unknown, signal: AbortSignal): Promise<unknown> {
  if (!isRefusedAs(error, 'DUPLICATE_DATA') || !(error instanceof ZohoError)) return error;
  if (error.field === 'Email') {
    return new IntegrationError('email_conflict', 'Another contact in Zoho has this e-mail address', {
      cause: error,
      provablyNotTaken: true,
    });
  }
  const other = error.sameAs === null ? null : await readOne(deps, error.sameAs, signal).catch(() => null);
  const name = [other?.contact.firstName, other?.contact.lastName].filter(Boolean).join(' ');
  return new IntegrationError('conflict', `Zoho has this contact already${name === '' ? '' : `: ${name}`}`, {
    cause: error,
    provablyNotTaken: true,
  });
}

const changed = () =>
  new IntegrationError('conflict', 'The contact was changed in Zoho', {
    translationKey: 'conflict',
    provablyNotTaken: true,
  });
const forbidden = () =>
  new IntegrationError('forbidden', 'Zoho does not let us write this', {
    translationKey: 'forbidden',
    provablyNotTaken: true,
  });
