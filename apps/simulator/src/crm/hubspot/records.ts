import { z } from 'zod';
import { changeLink, linkedTo, linksOfNew } from './links.ts';
import { propertyOf, type Stored, vendorProperties } from './objects.ts';
import type { Portal } from './portal.ts';
import { refusedValues } from './properties.ts';
import { missingScopes, problem, type Reply, resourceNotThere } from './replies.ts';
import { found, searchBody } from './search.ts';

const propertyValues = z.record(z.string(), z.string());
const changed = z.strictObject({ properties: propertyValues });
const made = z.strictObject({ properties: propertyValues, associations: linksOfNew });
const batch = z.strictObject({
  inputs: z
    .array(z.strictObject({ id: z.string() }))
    .min(1)
    .max(100),
  properties: z.array(z.string()).default([]),
});

/** A request for records of one type; `rest` is what follows the type in its path. */
interface AboutRecords {
  readonly type: string;
  readonly rest: string;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** What the vendor answers to it; null for a path that it does not have. */
export function recordsReply(portal: Portal, asked: AboutRecords): Reply | null {
  switch (`${asked.method} ${asked.rest}`) {
    case 'GET ':
      return list(portal, asked);
    case 'POST ':
      return create(portal, asked);
    case 'POST /search':
      return search(portal, asked);
    case 'POST /batch/read':
      return readBatch(portal, asked);
  }
  const [, id = '', rest = ''] = /^\/([^/]+)(\/associations\/.*)?$/.exec(asked.rest) ?? [];
  return id === '' ? null : one(portal, asked, decodeURIComponent(id), rest);
}

const shown = (stored: Stored, properties: readonly string[]) => ({
  id: stored.id,
  properties: Object.fromEntries(
    [...properties, ...vendorProperties].map((name) => [name, propertyOf(stored, name) ?? null]),
  ),
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
  archived: stored.archived,
});

const listOf = (params: URLSearchParams, name: string): string[] => params.get(name)?.split(',') ?? [];

const invalid = (error: z.ZodError): Reply => problem(400, 'VALIDATION_ERROR', error.issues[0]?.message ?? '');

function list({ objects }: Portal, { type, query }: AboutRecords): Reply {
  const limit = Number(query.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return problem(400, 'VALIDATION_ERROR', 'limit');
  const archived = query.get('archived') === 'true';
  const after = Number(query.get('after') ?? 0);
  const all = objects.of(type).filter((each) => each.archived === archived && Number(each.id) > after);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && all.length > limit ? { paging: { next: { after: last.id } } } : {};
  return { status: 200, body: { results: page.map((each) => shown(each, listOf(query, 'properties'))), ...next } };
}

function search(portal: Portal, { type, body }: AboutRecords): Reply {
  const read = searchBody.safeParse(body);
  if (!read.success) return invalid(read.error);
  const { searchLagMs, now } = portal;
  const isIndexed = (each: Stored) => searchLagMs === 0 || Date.parse(each.createdAt) <= now().getTime() - searchLagMs;
  const hits = found(portal.objects, type, read.data, isIndexed);
  if (hits === null) return problem(400, 'VALIDATION_ERROR', 'The maximum of 10000 results was exceeded');
  const { total, page, next } = hits;
  const results = page.map((each) => shown(each, read.data.properties));
  return { status: 200, body: { total, results, ...(next === null ? {} : { paging: { next: { after: next } } }) } };
}

function readBatch({ objects, hidden }: Portal, { type, body }: AboutRecords): Reply {
  const read = batch.safeParse(body);
  if (!read.success) return invalid(read.error);
  const there = read.data.inputs
    .flatMap(({ id }) => objects.find(type, id) ?? [])
    .filter(({ id, archived }) => !archived && !hidden.has(id));
  return { status: 200, body: { status: 'COMPLETE', results: there.map((each) => shown(each, read.data.properties)) } };
}

function create(portal: Portal, { type, body }: AboutRecords): Reply {
  const read = made.safeParse(body);
  if (!read.success) return invalid(read.error);
  const { properties } = read.data;
  const refused = refusedBy(portal, type, properties, null);
  if (refused) return refused;
  if ((type === 'calls' || type === 'tasks') && !properties['hs_timestamp'])
    return problem(400, 'VALIDATION_ERROR', 'Some required properties were not set: hs_timestamp');
  const others = linkedTo(portal.objects, type, read.data.associations);
  if ('status' in others) return others;
  const stored = portal.objects.add(type, properties);
  for (const other of others) portal.objects.associate(stored, other);
  return { status: 201, body: shown(stored, Object.keys(properties)) };
}

/** What the vendor and the portal have against values of a record; `own` is its id where it is there already. */
function refusedBy(
  { objects, properties, owners, rules }: Portal,
  type: string,
  values: Readonly<Record<string, string>>,
  own: string | null,
): Reply | null {
  const others = () => objects.of(type).filter((each) => !each.archived && each.id !== own);
  const isTaken = (name: string, value: string) => others().some((each) => each.properties[name] === value);
  const refused = refusedValues(properties.of(type), values, isTaken);
  if (refused) return refused;
  const { email, hubspot_owner_id: owner } = values;
  const same = type === 'contacts' && email ? others().find((each) => each.properties['email'] === email) : undefined;
  if (same) return problem(409, 'CONFLICT', `Contact already exists. Existing ID: ${same.id}`);
  if (owner && !owners.some(({ id }) => id === owner))
    return problem(400, 'VALIDATION_ERROR', `Owner ${owner} does not exist`);
  const words = rules.flatMap((rule) => (rule.type === type ? (rule.refuses(values) ?? []) : []))[0];
  return words === undefined ? null : problem(400, 'VALIDATION_ERROR', words);
}

/** A record by its id, or by a unique property of it. */
function one(portal: Portal, asked: AboutRecords, id: string, rest: string): Reply | null {
  const { type, method, query, body } = asked;
  const idProperty = query.get('idProperty');
  if (idProperty !== null && !portal.properties.of(type).get(idProperty)?.hasUniqueValue)
    return problem(400, 'VALIDATION_ERROR', `Unable to read by non-unique property ${idProperty}`);
  const stored =
    idProperty === null
      ? portal.objects.find(type, id)
      : portal.objects.of(type).find((each) => !each.archived && each.properties[idProperty] === id);
  if (method === 'DELETE' && rest === '') {
    if (stored) portal.objects.archive(stored);
    return { status: 204 };
  }
  if (!stored || stored.archived) return resourceNotThere;
  if (portal.hidden.has(stored.id)) return missingScopes('view this record');
  if (rest !== '') return changeLink(portal.objects, method, stored, rest);
  if (method === 'GET') return { status: 200, body: withLinks(stored, query) };
  if (method !== 'PATCH') return null;
  const read = changed.safeParse(body);
  if (!read.success) return invalid(read.error);
  const { properties } = read.data;
  const refused = refusedBy(portal, type, properties, stored.id);
  if (refused) return refused;
  portal.objects.change(stored, properties);
  return { status: 200, body: shown(stored, Object.keys(properties)) };
}

function withLinks(stored: Stored, query: URLSearchParams) {
  const associations = Object.fromEntries(
    listOf(query, 'associations').flatMap((other) => {
      const ids = [...(stored.associations.get(other) ?? [])];
      const results = ids.map((id) => ({ id, type: `${stored.type}_to_${other}` }));
      return results.length === 0 ? [] : [[other, { results }]];
    }),
  );
  const links = Object.keys(associations).length > 0 ? { associations } : {};
  return { ...shown(stored, listOf(query, 'properties')), ...links };
}
