import { z } from 'zod';
import type { Entity, EntityRef } from '../../crm/crm-side.ts';
import type { SourceContact } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { HubSpotClient } from './client.ts';
import { isRecordId, objectsPath, type Portal } from './records.ts';

/**
 * Records that calls are logged to: the number of their type in addresses, the properties that name them, and the one that
 * says whether they are closed.
 */
const kinds = {
  contacts: { number: '0-1', names: ['firstname', 'lastname'], spare: 'email', closed: null },
  companies: { number: '0-2', names: ['name'], spare: 'domain', closed: null },
  deals: { number: '0-3', names: ['dealname'], spare: null, closed: 'hs_is_closed' },
  tickets: { number: '0-5', names: ['subject'], spare: null, closed: 'closed_date' },
} as const;
export type HubSpotType = keyof typeof kinds;

/** In the order in which they are offered. */
export const hubSpotTypes = Object.keys(kinds) as readonly HubSpotType[];

export const isHubSpotType = (type: string): type is HubSpotType => Object.hasOwn(kinds, type);

/** Where users see a record. */
export const recordUrl = ({ uiDomain, portalId }: Portal, type: HubSpotType, id: string): string =>
  `https://${uiDomain}/contacts/${portalId}/record/${kinds[type].number}/${encodeURIComponent(id)}`;

const id = z.string().regex(/^\d{1,20}$/);
const properties = z.record(z.string(), z.string().max(100_000).nullable());
const record = z.object({ id, properties });
const records = z.object({ results: z.array(record).max(200) });
const links = z.object({ results: z.array(z.object({ id })).max(1000) }).optional();
const linked = z.object({
  associations: z.object({ contacts: links, companies: links, deals: links, tickets: links }).optional(),
});
/** Records of one kind that are read. */
const mostOfAKind = 100;
const mostFound = 20;
const longestQuery = 200;

/** What is read of records of a type. */
const propertiesOf = (type: HubSpotType): string[] => {
  const { names, spare, closed } = kinds[type];
  return [...names, spare, closed, 'hubspot_owner_id'].filter((name) => name !== null);
};

function entityOf(portal: Portal, type: HubSpotType, { id, properties }: z.infer<typeof record>): Entity {
  const { names, spare, closed } = kinds[type];
  const label = names.flatMap((name) => properties[name]?.trim() || []).join(' ');
  const state = closed === null ? null : (properties[closed] ?? '');
  return {
    type,
    id,
    label: label || (spare === null ? '' : properties[spare]) || id,
    url: recordUrl(portal, type, id),
    isOpen: state === null ? null : state === '' || state === 'false',
    ownerId: properties['hubspot_owner_id'] || null,
    isHidden: false,
  };
}

/** A record of which only its being there is known. */
const hidden = (type: HubSpotType, id: string): Entity => ({
  type,
  id,
  label: '',
  url: null,
  isOpen: null,
  ownerId: null,
  isHidden: true,
});

/** See `CrmSide.entity`: null for one that is gone, `isHidden` for one that the connection may not see. */
export async function entity(
  { client, portal }: Reading,
  { type, id }: EntityRef,
  signal: AbortSignal,
): Promise<Entity | null> {
  if (!isHubSpotType(type) || !isRecordId(id)) return null;
  const path = `${objectsPath}/${type}/${id}`;
  const query = { properties: propertiesOf(type).join(',') };
  try {
    const { body } = await client.ask({ method: 'GET', path, query }, record, signal);
    return entityOf(portal, type, body);
  } catch (error) {
    if (isOf(error, 'not_found')) return null;
    if (isOf(error, 'forbidden')) return hidden(type, id);
    throw error;
  }
}

interface Reading {
  readonly client: HubSpotClient;
  readonly portal: Portal;
}

/**
 * See `CrmSide.entitiesOf`. One request, and one more for each type of what belongs to the record. Those of a type that the
 * connection may not see are hidden.
 */
export async function entitiesOf(
  { client, portal }: Reading,
  { type, id }: EntityRef,
  signal: AbortSignal,
): Promise<readonly Entity[]> {
  if (!isHubSpotType(type) || !isRecordId(id)) return [];
  const others = hubSpotTypes.filter((other) => other !== type);
  const associated = await linksOf(client, `${type}/${id}`, others, signal);
  const all = await Promise.all(
    others.map(async (other) => {
      const ids = associated(other).slice(0, mostOfAKind);
      if (ids.length === 0) return [];
      const body = { inputs: ids.map((each) => ({ id: each })), properties: propertiesOf(other) };
      try {
        const path = `${objectsPath}/${other}/batch/read`;
        const answer = await client.ask({ method: 'POST', path, body }, records, signal);
        return answer.body.results.map((one) => entityOf(portal, other, one));
      } catch (error) {
        if (isOf(error, 'forbidden')) return ids.map((each) => hidden(other, each));
        throw error;
      }
    }),
  );
  return all.flat();
}

/** Ids of what a record is associated with, by type; `path` is its type and id. */
export async function linksOf(
  client: HubSpotClient,
  path: string,
  types: readonly HubSpotType[],
  signal: AbortSignal,
): Promise<(type: HubSpotType) => readonly string[]> {
  const query = { associations: types.join(',') };
  const { body } = await client.ask({ method: 'GET', path: `${objectsPath}/${path}`, query }, linked, signal);
  return (type) => [...new Set((body.associations?.[type]?.results ?? []).map((one) => one.id))];
}

/** See `Connection.entities`. */
export async function belongingsOf(
  reading: Reading,
  of: EntityRef,
  signal: AbortSignal,
): Promise<SourceContact['relatesTo']> {
  const all = await entitiesOf(reading, of, signal);
  return all.map(({ id, type, label, url, isOpen }) => ({ id, type, label: label || null, url, isOpen }));
}

/**
 * See `CrmSide.searchEntities`. One request for each type; those that the connection may not see are left out, unless that is
 * all of them. The best of each type come first.
 */
export async function searchEntities(
  { client, portal }: Reading,
  wanted: string,
  types: readonly string[],
  signal: AbortSignal,
): Promise<readonly Entity[]> {
  const query = wanted.trim().slice(0, longestQuery);
  const known = hubSpotTypes.filter((type) => types.includes(type));
  if (query === '' || known.length === 0) return [];
  const answers = await Promise.allSettled(
    known.map(async (type) => {
      const body = { query, properties: propertiesOf(type), limit: mostFound };
      const path = `${objectsPath}/${type}/search`;
      const answer = await client.ask({ method: 'POST', path, body }, records, signal);
      return answer.body.results.map((one) => entityOf(portal, type, one));
    }),
  );
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  const serious =
    failed.find((error) => !isOf(error, 'forbidden')) ?? (failed.length === known.length ? failed[0] : null);
  if (serious) throw serious;
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  return Array.from({ length: mostFound }, (_none, rank) => found.flatMap((list) => list[rank] ?? []))
    .flat()
    .slice(0, mostFound);
}
