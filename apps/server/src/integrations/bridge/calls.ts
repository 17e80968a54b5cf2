import type { BridgeDialect } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import { z } from 'zod';
import type { CrmOption, CrmSide, Entity, EntityRef, Written } from '../../crm/crm-side.ts';
import { type Connection, IntegrationError, type SourceContact } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { BridgeClient } from './client.ts';
import { NotOffered } from './errors.ts';
import { logCall, makeTask, tellOfNewerCall } from './newer-calls.ts';
import { tellOfCall } from './older-calls.ts';
import { entityRecord, relationOf } from './records.ts';

interface Calling {
  readonly client: BridgeClient;
  readonly dialect: BridgeDialect;
  /** Of the integration. */
  readonly name: string;
  readonly contacts: Pick<Connection, 'get' | 'search' | 'entities'>;
}

/** What can be chosen, as the newer dialect answers it. */
const choices = z.object({
  options: z
    .array(z.object({ label: z.string().max(500), key: z.string().max(200) }))
    .max(500)
    .nullish(),
});

/** How a bridge takes calls: blindly, since nothing that it has logged can be looked for. */
export function bridgeCalls({ client, dialect, name, contacts }: Calling): CrmSide {
  const at = { client, source: name };
  const isNewer = dialect === 'B';
  const optionsOf = (path: string, signal: AbortSignal) => (isNewer ? choicesAt(client, path, signal) : nothing());
  return {
    certainty: 'blind',
    lookupLagMs: 0,
    async write(unit, call, key, signal) {
      if (!isNewer) return await tellOfCall(client, call, key, signal);
      try {
        return await logCall(at, unit, call, { key, before: null }, signal);
      } catch (error) {
        // A CRM without logs on records may take the call as it is.
        if (error instanceof NotOffered) return await tellOfNewerCall(client, call, key, signal);
        throw error;
      }
    },
    find: async () => null,
    async change(written, unit, call, key, signal): Promise<Written | 'gone'> {
      // Neither notes nor outcomes are told there, and the rest of a call never changes.
      if (!isNewer || written.id === '[]') return written;
      try {
        return await logCall(at, unit, call, { key, before: written.id }, signal);
      } catch (error) {
        if (isOf(error, 'not_found')) return 'gone';
        throw error;
      }
    },
    async remove() {
      throw notDone('A bridge removes nothing that it has logged');
    },
    async createTask(task, key, signal) {
      if (isNewer) return await makeTask(at, task, key, signal);
      throw notDone('This bridge makes no tasks');
    },
    findTask: async () => null,
    outcomes: (_locale, signal) => optionsOf('/call-log-metadata', signal),
    taskTypes: (_locale, signal) => optionsOf('/task-metadata', signal),
    entity: (ref, signal) => entityOf({ client, dialect, name, contacts }, ref, signal),
    async entitiesOf(ref, signal) {
      if (ref.type !== 'contacts') return [];
      const all = await contacts.entities(ref.id, signal);
      return all.flatMap((one) => relationOf({ ...one, additionalProperties: { isOpen: one.isOpen } }).map(asEntity));
    },
    async searchEntities(query, types, signal) {
      if (!types.includes('contacts')) return [];
      const found = await contacts.search(query, signal);
      return found.map((one) => contactEntity(one.externalId, one)).slice(0, 20);
    },
    users: async () => [],
  };
}

const nothing = async (): Promise<CrmOption[]> => [];

/** A CRM without such choices has none. */
async function choicesAt(client: BridgeClient, path: string, signal: AbortSignal): Promise<CrmOption[]> {
  try {
    const { body } = await client.ask({ method: 'GET', path }, choices, signal);
    return (body.options ?? []).map(({ key, label }) => ({ id: key, label }));
  } catch (error) {
    if (error instanceof NotOffered) return [];
    throw error;
  }
}

const notDone = (detail: string): IntegrationError =>
  new IntegrationError('forbidden', detail, { translationKey: 'forbidden', provablyNotTaken: true });

async function entityOf(
  { client, dialect, contacts }: Calling,
  { type, id }: EntityRef,
  signal: AbortSignal,
): Promise<Entity | null> {
  if (type === 'contacts') {
    const contact = await contacts.get(id, signal);
    return contact && contactEntity(id, contact);
  }
  // Where nothing can be asked, it is there as far as anyone knows.
  if (dialect === 'A') return hidden({ type, id });
  const path = `/entity/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
  try {
    const { body } = await client.ask({ method: 'GET', path }, entityRecord, signal);
    return relationOf({ ...body, type, id }).map(asEntity)[0] ?? null;
  } catch (error) {
    if (isOf(error, 'not_found')) return null;
    if (isOf(error, 'forbidden')) return hidden({ type, id });
    throw error;
  }
}

type Relation = ReturnType<typeof relationOf>[number];

const asEntity = ({ type, id, label, url, isOpen }: Relation): Entity => ({
  type,
  id,
  label: label ?? id,
  url,
  isOpen,
  ownerId: null,
  isHidden: false,
});

const contactEntity = (id: string, one: SourceContact): Entity => ({
  type: 'contacts',
  id,
  label: one.name ?? ([one.firstName, one.lastName].filter(Boolean).join(' ') || (one.organization ?? one.email ?? id)),
  url: one.contactUrl,
  isOpen: null,
  ownerId: null,
  isHidden: false,
});

const hidden = ({ type, id }: EntityRef): Entity => ({
  type,
  id,
  label: id,
  url: null,
  isOpen: null,
  ownerId: null,
  isHidden: true,
});
