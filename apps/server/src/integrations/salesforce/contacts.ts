import { z } from 'zod';
import { type Connection, type ContactDraft, IntegrationError, type SourceContact } from '../connector.ts';
import { nationalDigits, withDigits } from '../crm/national-digits.ts';
import { isOf } from '../crm/vendor-errors.ts';
import { changesOf } from './changes.ts';
import type { SalesforceClient } from './client.ts';
import type { Described, Fields } from './described.ts';
import { isRefusedAs, SalesforceError } from './errors.ts';
import {
  columnsOf,
  conditionsOf,
  contactOf,
  contactRecord,
  fieldsOf,
  isGone,
  type Kind,
  kindOf,
  kinds,
  type Written,
} from './records.ts';
import { isSalesforceId, moment, numbersToFind, quoted, wordsToFind } from './soql.ts';

interface Deps {
  readonly client: SalesforceClient;
  readonly described: Described;
}

/** Contacts, leads and accounts of one company. */
export function salesforceContacts(deps: Deps): Omit<Connection, 'entities' | 'crm'> {
  const { client } = deps;
  const there = (id: string, signal: AbortSignal) => readOne(deps, id, signal);
  return {
    origins: client.origins,
    leftOut: null,
    readsAhead: true,
    changes: (state, mirrored, signal) => changesOf({ ...deps, mirrored, signal }, state),
    get: there,
    async findByNumber(e164, signal) {
      const found = await find(deps, `FIND ${numbersToFind(e164)} IN PHONE FIELDS`, signal);
      return withDigits(found, nationalDigits(e164));
    },
    async search(query, signal) {
      const words = wordsToFind(query);
      return words === null ? [] : await find(deps, `FIND ${words} IN ALL FIELDS`, signal);
    },
    create: (draft, key, signal) => create(deps, draft, key, signal),
    update: (before, draft, signal) => update(deps, before, draft, signal),
    async delete({ externalId }, signal) {
      const kind = kindOf(externalId);
      if (kind === null || !isSalesforceId(externalId)) return;
      try {
        await client.send({ method: 'DELETE', path: `/sobjects/${kind.object}/${externalId}` }, signal);
      } catch (error) {
        if (!isOf(error, 'not_found')) throw error;
      }
    },
  };
}

/** What is asked to read a kind; null where the connection may not see it. */
async function readingOf({ described }: Deps, kind: Kind, signal: AbortSignal) {
  const fields = await described.of(kind.object, signal);
  if (fields === null) return null;
  const seesAccounts = (await described.of('Account', signal)) !== null;
  return { fields, columns: columnsOf(kind, fields, seesAccounts) };
}

async function readOne(deps: Deps, id: string, signal: AbortSignal): Promise<SourceContact | null> {
  const kind = kindOf(id);
  if (kind === null || !isSalesforceId(id)) return null;
  const reading = await readingOf(deps, kind, signal);
  if (reading === null) return null;
  const soql = `SELECT ${reading.columns} FROM ${kind.object} WHERE Id = ${quoted(id)} LIMIT 1`;
  const { body } = await deps.client.query(soql, contactRecord, signal);
  const [one] = body;
  return one === undefined || isGone(kind, one) ? null : contactOf(kind, one, deps.client.urlOf(kind.object, one.Id));
}

/** Contacts that a SOSL search finds, at most 20 of each kind. */
async function find(deps: Deps, sosl: string, signal: AbortSignal): Promise<SourceContact[]> {
  const returned: string[] = [];
  for (const kind of kinds) {
    const reading = await readingOf(deps, kind, signal);
    if (reading === null) continue;
    const where = conditionsOf(kind, reading.fields);
    const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
    returned.push(`${kind.object}(${reading.columns}${condition} LIMIT 20)`);
  }
  const found = await deps.client.search(`${sosl} RETURNING ${returned.join(', ')}`, contactRecord, signal);
  return found.flatMap((one) => {
    const kind = kindOf(one.Id);
    return kind === null ? [] : [contactOf(kind, one, deps.client.urlOf(kind.object, one.Id))];
  });
}

const made = z.object({ id: z.string().regex(/^[a-zA-Z0-9]{18}$/) });
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
  const reading = await readingOf(deps, kind, signal);
  if (reading === null) throw forbidden();
  const fields = fieldsOf(kind, draft, (name) => reading.fields.get(name)?.createable === true);
  const before = key === null ? null : await madeBefore(deps, kind, fields, reading.fields, signal);
  if (before !== null) return before;
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
  try {
    const { body } = await deps.client.ask(
      { method: 'POST', path: `/sobjects/${kind.object}`, body: filled },
      made,
      signal,
    );
    return (
      (await readOne(deps, body.id, signal)) ??
      contactOf(kind, { ...emptyRecord, ...filled, Id: body.id }, deps.client.urlOf(kind.object, body.id))
    );
  } catch (error) {
    throw await asDuplicate(deps, error, signal);
  }
}

const emptyRecord = { SystemModstamp: '', IsDeleted: false, IsConverted: false, IsPersonAccount: false };

async function madeBefore(
  deps: Deps,
  kind: Kind,
  wanted: Written,
  fields: Fields,
  signal: AbortSignal,
): Promise<SourceContact | null> {
  const same = Object.entries(wanted)
    .filter(([name]) => fields.get(name)?.filterable === true)
    .map(([name, value]) => `${name} = ${value === null || value === '' ? 'null' : quoted(value)}`);
  const since = `CreatedDate >= ${moment(new Date(Date.now() - recentMs))}`;
  const soql = `SELECT Id FROM ${kind.object} WHERE ${[since, ...same].join(' AND ')} ORDER BY CreatedDate DESC LIMIT 1`;
  const { body } = await deps.client.query(soql, contactRecord.pick({ Id: true }), signal);
  return body[0] === undefined ? null : await readOne(deps, body[0].Id, signal);
}

async function update(
  deps: Deps,
  before: SourceContact,
  draft: ContactDraft,
  signal: AbortSignal,
): Promise<SourceContact> {
  const { externalId } = before;
  const now = await readOne(deps, externalId, signal);
  const kind = kindOf(externalId);
  if (now === null || kind === null) {
    throw new IntegrationError('not_found', 'The contact is no longer there', { translationKey: 'gone' });
  }
  if (now.etag !== before.etag) throw changed();
  if (now.readonly) throw forbidden();
  const fields = await deps.described.of(kind.object, signal);
  const body = fieldsOf(kind, draft, (name) => fields?.get(name)?.updateable === true);
  // The moment between reading and writing is Salesforce's to watch, to the second.
  const unmodified = new Date(now.etag ?? '');
  const headers = Number.isNaN(unmodified.getTime()) ? {} : { 'if-unmodified-since': unmodified.toUTCString() };
  try {
    await deps.client.send({ method: 'PATCH', path: `/sobjects/${kind.object}/${externalId}`, headers, body }, signal);
  } catch (error) {
    throw await asDuplicate(deps, error, signal);
  }
  return (await readOne(deps, externalId, signal)) ?? { ...now, ...draft, etag: null };
}

/** A rule of the company that forbids duplicates is told with the record that is there; without one, an address that is taken. */
async function asDuplicate(deps: Deps, error: unknown, signal: AbortSignal): Promise<unknown> {
  if (!isRefusedAs(error, 'DUPLICATES_DETECTED') || !(error instanceof SalesforceError)) return error;
  const [id] = error.sameAs;
  const other = id === undefined ? null : await readOne(deps, id, signal).catch(() => null);
  const name = [other?.firstName, other?.lastName].filter(Boolean).join(' ') || other?.organization;
  return new IntegrationError('conflict', `Salesforce has this contact already${name ? `: ${name}` : ''}`, {
    cause: error,
    provablyNotTaken: true,
  });
}

const changed = () =>
  new IntegrationError('conflict', 'The contact was changed in Salesforce', {
    translationKey: 'conflict',
    provablyNotTaken: true,
  });
const forbidden = () =>
  new IntegrationError('forbidden', 'Salesforce does not let us write this', {
    translationKey: 'forbidden',
    provablyNotTaken: true,
  });
