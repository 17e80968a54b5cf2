import { z } from 'zod';
import type { CallRecord, CrmForm, CrmSide, EntityRef, TaskRecord, Unit, Written } from '../../crm/crm-side.ts';
import { IntegrationError } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import {
  type ActivityType,
  activity,
  associationsOf,
  callProperties,
  filled,
  knownOf,
  taskProperties,
  writtenAs,
} from './activities.ts';
import { choicesOf, ownersOf } from './choices.ts';
import type { HubSpotClient } from './client.ts';
import { entitiesOf, entity, hubSpotTypes, linksOf, searchEntities } from './entities.ts';
import { type KeyProperty, keyProperty } from './key-property.ts';
import { isRecordId, objectsPath, type Portal } from './records.ts';

/** How HubSpot takes calls: one record for all entities. */
export const hubSpotForm: CrmForm = {
  entityTypes: hubSpotTypes,
  hasTasks: true,
  unitsOf: (entities) => [{ name: 'main', entities: knownOf(entities) }],
};

/** Searches do not see what was written in the last seconds; with room. */
const lookupLagMs = 60_000;

/** Where requests go, and what is known of the portal. */
interface Writing {
  readonly client: HubSpotClient;
  readonly portal: Portal;
  readonly keys: Readonly<Record<ActivityType, KeyProperty>>;
}

/**
 * The side of a connection to HubSpot that logs calls. Certainty is `upsert` where the portal has unique properties for our
 * keys, which the first log makes; before, and where those may not be made, keys are searched for.
 */
export async function hubSpotCrm(client: HubSpotClient, portal: Portal, signal: AbortSignal): Promise<CrmSide> {
  const keys = { calls: keyProperty(client, 'calls'), tasks: keyProperty(client, 'tasks') };
  const writing: Writing = { client, portal, keys };
  // Contacts are mirrored also where nothing is known of properties: the first log asks again.
  await Promise.all([keys.calls.look(signal), keys.tasks.look(signal)]).catch((error: unknown) => {
    if (signal.aborted) throw error;
  });
  return {
    get certainty() {
      return keys.calls.keeping === 'unique' && keys.tasks.keeping === 'unique' ? 'upsert' : 'foundLater';
    },
    lookupLagMs,
    write: (unit, call, key, stop) => make(writing, newCall(unit, call, key), stop),
    find: (unit, call, key, stop) => find(writing, newCall(unit, call, key), stop),
    change: (written, unit, call, _key, stop) => change(writing, { written, unit, call }, stop),
    remove: (written, stop) => remove(client, written, stop),
    createTask: (task, key, stop) => make(writing, newTask(task, key), stop),
    findTask: (task, key, stop) => find(writing, newTask(task, key), stop),
    outcomes: (locale, stop) => choicesOf(client, { type: 'calls', name: 'hs_call_disposition' }, locale, stop),
    taskTypes: (locale, stop) => choicesOf(client, { type: 'tasks', name: 'hs_task_type' }, locale, stop),
    entity: (ref, stop) => entity(writing, ref, stop),
    entitiesOf: (ref, stop) => entitiesOf(writing, ref, stop),
    searchEntities: (query, types, stop) => searchEntities(writing, query, types, stop),
    users: (stop) => ownersOf(client, stop),
  };
}

/** A record that is to be made, or to be found again. */
interface Wanted {
  readonly type: ActivityType;
  readonly key: string;
  readonly entities: readonly EntityRef[];
  readonly properties: Readonly<Record<string, string>>;
  /** What a search finds it by where the portal has no property for keys; the property that is read holds the key. */
  readonly traces: { readonly filters: Readonly<Record<string, string>>; readonly heldIn: string };
}

const newCall = ({ entities }: Unit, call: CallRecord, key: string): Wanted => ({
  type: 'calls',
  key,
  entities,
  properties: { ...callProperties(call), hs_call_external_id: key },
  traces: { filters: { hs_call_external_id: key }, heldIn: 'hs_call_external_id' },
});

function newTask(task: TaskRecord, key: string): Wanted {
  const properties = taskProperties(task);
  const { hs_timestamp: due = '', hs_task_subject: subject = '' } = properties;
  const filters = { hs_timestamp: String(Date.parse(due)), hs_task_subject: subject };
  return { type: 'tasks', key, entities: task.entities, properties, traces: { filters, heldIn: 'hs_task_body' } };
}

/** Makes a record. Where HubSpot refuses it, it may be that it is there: then that is it. */
async function make({ client, portal, keys }: Writing, wanted: Wanted, signal: AbortSignal): Promise<Written> {
  const { type, key, entities } = wanted;
  const own = keys[type];
  // Both, since what is promised of calls is promised of tasks.
  for (const each of [keys.calls, keys.tasks]) await each.ensure(signal);
  const isUnique = own.keeping === 'unique';
  const properties = filled(isUnique ? { ...wanted.properties, [own.name]: key } : wanted.properties);
  const body = { properties, associations: associationsOf(type, entities) };
  try {
    const made = await client.ask({ method: 'POST', path: `${objectsPath}/${type}`, body }, activity, signal);
    return writtenAs(portal, entities, made.body.id);
  } catch (error) {
    if (!isUnique || !isOf(error, 'invalid', 'conflict')) throw error;
    const there = await byKey({ client, own }, wanted, signal);
    if (there === 'noProperty') {
      own.forget();
      throw new IntegrationError('failed', 'HubSpot no longer has the property for keys', {
        cause: error,
        provablyNotTaken: true,
      });
    }
    if (there === null) throw error;
    return writtenAs(portal, entities, there);
  }
}

/** The id of the record whose unique property is this key; null where there is none. */
async function byKey(
  { client, own }: { readonly client: HubSpotClient; readonly own: KeyProperty },
  { type, key }: Wanted,
  signal: AbortSignal,
): Promise<string | null | 'noProperty'> {
  const path = `${objectsPath}/${type}/${encodeURIComponent(key)}`;
  try {
    const { body } = await client.ask({ method: 'GET', path, query: { idProperty: own.name } }, activity, signal);
    return body.id;
  } catch (error) {
    if (isOf(error, 'not_found')) return null;
    if (isOf(error, 'invalid')) return 'noProperty';
    throw error;
  }
}

const hits = z.object({
  results: z.array(activity.extend({ properties: z.record(z.string(), z.string().nullable()) })).max(200),
});

/** By its unique property, and where that does not know it, by a search: it may have been made before there was one. */
async function find({ client, portal, keys }: Writing, wanted: Wanted, signal: AbortSignal): Promise<Written | null> {
  const { type, key, entities, traces } = wanted;
  const own = keys[type];
  if ((await own.look(signal)) === 'unique') {
    const there = await byKey({ client, own }, wanted, signal);
    if (there === 'noProperty') own.forget();
    else if (there !== null) return writtenAs(portal, entities, there);
  }
  const filters = Object.entries(traces.filters).map(([propertyName, value]) => ({
    propertyName,
    operator: 'EQ',
    value,
  }));
  const body = { filterGroups: [{ filters }], properties: [traces.heldIn], limit: 100 };
  const answer = await client.ask({ method: 'POST', path: `${objectsPath}/${type}/search`, body }, hits, signal);
  const found = answer.body.results.find(({ properties }) => properties[traces.heldIn]?.includes(key));
  return found ? writtenAs(portal, entities, found.id) : null;
}

/** What a written call is to become. */
interface Change {
  readonly written: Written;
  readonly unit: Unit;
  readonly call: CallRecord;
}

/** Two requests where its entities are the same, and one more for each that is not. */
async function change(
  { client, portal }: Writing,
  { written, unit, call }: Change,
  signal: AbortSignal,
): Promise<Written | 'gone'> {
  const { id } = written;
  if (!isRecordId(id)) return 'gone';
  const path = `${objectsPath}/calls/${id}`;
  try {
    await client.send({ method: 'PATCH', path, body: { properties: callProperties(call) } }, signal);
  } catch (error) {
    if (isOf(error, 'not_found')) return 'gone';
    throw error;
  }
  const associated = await linksOf(client, `calls/${id}`, hubSpotTypes, signal);
  const isThere = (ref: ReturnType<typeof knownOf>[number]) => associated(ref.type).includes(ref.id);
  const entities = knownOf(unit.entities);
  for (const ref of entities.filter((one) => !isThere(one))) {
    const to = `${path}/associations/default/${ref.type}/${encodeURIComponent(ref.id)}`;
    await client.send({ method: 'PUT', path: to }, signal);
  }
  const isWanted = (ref: EntityRef) => entities.some(({ type, id: wanted }) => type === ref.type && wanted === ref.id);
  for (const ref of knownOf(unit.removed ?? []).filter((one) => isThere(one) && !isWanted(one))) {
    const from = `${path}/associations/${ref.type}/${encodeURIComponent(ref.id)}`;
    await client.send({ method: 'DELETE', path: from }, signal);
  }
  return writtenAs(portal, entities, written.id);
}

async function remove(client: HubSpotClient, { id }: Written, signal: AbortSignal): Promise<void> {
  if (!isRecordId(id)) return;
  try {
    await client.send({ method: 'DELETE', path: `${objectsPath}/calls/${id}` }, signal);
  } catch (error) {
    if (!isOf(error, 'not_found')) throw error;
  }
}
