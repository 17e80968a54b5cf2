import { z } from 'zod';
import { type ContactDraft, IntegrationError, type SourceContact } from '../connector.ts';
import { nationalDigits, withDigits } from '../crm/national-digits.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { PipedriveClient } from './client.ts';
import { organizationNames, organizationOf } from './organizations.ts';
import {
  api2,
  type Company,
  contactOf,
  fieldsOf,
  listedAtOnce,
  nameOf,
  oneOf,
  type PersonRecord,
  pageOf,
  personRecord,
} from './records.ts';

const onePerson = oneOf(personRecord);
const persons = pageOf(personRecord);
const hits = z.object({
  data: z.object({ items: z.array(z.object({ item: z.object({ id: z.number().int().positive() }) })).max(500) }),
});

const personsPath = `${api2}/persons`;
/** Contacts that a search gives at most. */
const mostFound = 20;
/** How long ago a draft may have been made whose answer was lost, with room for a clock that is an hour off. */
const recentMs = 2 * 60 * 60_000;

/** Ids of persons are numbers; anything else leads nowhere. */
export const isNumericId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id);

/** Whom to ask, and about which company. */
interface At {
  readonly client: PipedriveClient;
  readonly company: Company;
  readonly signal: AbortSignal;
}

/** Persons of a company, one by one. See `Connection`. */
export function pipedriveContacts(client: PipedriveClient, company: Company) {
  const at = (signal: AbortSignal): At => ({ client, company, signal });
  return {
    async get(id: string, signal: AbortSignal): Promise<SourceContact | null> {
      const person = await read(at(signal), id);
      const [contact] = await contactsOf(at(signal), person ? [person] : []);
      return contact ?? null;
    },
    search: (query: string, signal: AbortSignal) => find(at(signal), query.trim(), 'name,email,phone'),
    /** Numbers are searched for by the digits after the code of their country, in whatever form they were entered. */
    async findByNumber(e164: string, signal: AbortSignal): Promise<SourceContact[]> {
      const digits = nationalDigits(e164);
      return withDigits(await find(at(signal), digits, 'phone'), digits);
    },
    create: (draft: ContactDraft, key: string | null, signal: AbortSignal) => create(at(signal), draft, key),
    update: (before: SourceContact, draft: ContactDraft, signal: AbortSignal) => update(at(signal), before, draft),
    async delete({ externalId }: SourceContact, signal: AbortSignal): Promise<void> {
      if (!isNumericId(externalId)) return;
      await client.send({ method: 'DELETE', path: `${personsPath}/${externalId}` }, signal).catch(unlessGone);
    },
  };
}

/** Contacts with the names of their companies, which takes one request where they have any. */
async function contactsOf({ client, company, signal }: At, list: readonly PersonRecord[]): Promise<SourceContact[]> {
  const names = await organizationNames(client).of(
    list.map(({ org_id }) => org_id),
    signal,
  );
  return list.map((one) => contactOf(company, one, names.get(one.org_id ?? 0) ?? null));
}

/** Null for a person that is gone. */
async function read({ client, signal }: At, id: string): Promise<PersonRecord | null> {
  if (!isNumericId(id)) return null;
  try {
    const { body } = await client.ask({ method: 'GET', path: `${personsPath}/${id}` }, onePerson, signal);
    return body.data.is_deleted ? null : body.data;
  } catch (error) {
    if (isOf(error, 'not_found')) return null;
    throw error;
  }
}

/** A search gives other fields than a list, which is asked for those that were found. */
async function find(at: At, term: string, fields: string): Promise<SourceContact[]> {
  const { client, signal } = at;
  if (term.length < 2) return [];
  const query = { term, fields, limit: String(mostFound) };
  const { body } = await client.ask({ method: 'GET', path: `${personsPath}/search`, query }, hits, signal);
  const ids = body.data.items.slice(0, mostFound).map(({ item }) => item.id);
  if (ids.length === 0) return [];
  const wanted = { ids: ids.join(','), limit: String(mostFound) };
  const list = await client.ask({ method: 'GET', path: personsPath, query: wanted }, persons, signal);
  const order = new Map(ids.map((id, place) => [id, place]));
  const all = (list.body.data ?? []).filter(({ is_deleted }) => !is_deleted);
  return await contactsOf(
    at,
    all.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0)),
  );
}

async function create(at: At, draft: ContactDraft, key: string | null): Promise<SourceContact> {
  const { client, company, signal } = at;
  const made = key === null ? null : await madeBefore(at, draft);
  if (made) return made;
  const organization = draft.organization === null ? null : await organizationOf(client, draft.organization, signal);
  const { org_id, ...fields } = fieldsOf(draft, null, organization);
  const body = org_id === null ? fields : { ...fields, org_id };
  const answer = await client.ask({ method: 'POST', path: personsPath, body }, onePerson, signal);
  return contactOf(company, answer.body.data, draft.organization);
}

async function update(at: At, before: SourceContact, draft: ContactDraft): Promise<SourceContact> {
  const { client, company, signal } = at;
  const now = await read(at, before.externalId);
  if (now === null)
    throw new IntegrationError('not_found', 'The contact is no longer there', { translationKey: 'gone' });
  if ((now.update_time ?? now.add_time ?? null) !== before.etag) throw changedThere();
  let organization = now.org_id ?? null;
  if (draft.organization === null && before.organization !== null) organization = null;
  if (draft.organization !== null && draft.organization !== before.organization)
    organization = await organizationOf(client, draft.organization, signal);
  const body = fieldsOf(draft, now, organization);
  const answer = await client.ask({ method: 'PATCH', path: `${personsPath}/${now.id}`, body }, onePerson, signal);
  return contactOf(company, answer.body.data, draft.organization);
}

/** What is gone already needs no deleting. */
export function unlessGone(error: unknown): void {
  if (!isOf(error, 'not_found')) throw error;
}

/** A contact that the same draft made within the last hours is that contact: only the answer was lost. */
async function madeBefore(at: At, draft: ContactDraft): Promise<SourceContact | null> {
  const { client, signal } = at;
  const since = new Date(Date.now() - recentMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const query = { updated_since: since, sort_by: 'id', sort_direction: 'desc', limit: String(listedAtOnce) };
  const { body } = await client.ask({ method: 'GET', path: personsPath, query }, persons, signal);
  const same = (body.data ?? []).filter(
    (one) =>
      !one.is_deleted &&
      Date.parse(one.add_time ?? '') >= Date.parse(since) &&
      one.name === nameOf(draft) &&
      isSameList(
        (one.phones ?? []).map(({ value }) => value),
        draft.phoneNumbers.map(({ number }) => number),
      ) &&
      isSameList(
        (one.emails ?? []).map(({ value }) => value),
        draft.email === null ? [] : [draft.email],
      ),
  );
  const all = await contactsOf(at, same);
  return all.find(({ organization }) => organization === draft.organization) ?? null;
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

const changedThere = () =>
  new IntegrationError('conflict', 'The contact was changed in Pipedrive', { translationKey: 'conflict' });
