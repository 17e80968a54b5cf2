import { z } from 'zod';
import { IntegrationError } from '../connector.ts';
import { isOf, retold } from '../crm/vendor-errors.ts';
import type { HubSpotClient } from './client.ts';

/**
 * How records of a type are found by their key. `unknown`: nobody has asked yet. `missing`: the portal has no property for it
 * yet. `unique`: it has, and takes each key once. `forbidden`: it has none, and none may be made.
 */
type Keeping = 'unknown' | 'missing' | 'unique' | 'forbidden';

/** The property of calls, or of tasks, that holds the key of each record that was made here. */
export interface KeyProperty {
  readonly name: string;
  readonly keeping: Keeping;
  /** Looks whether the portal has it. */
  look(signal: AbortSignal): Promise<Keeping>;
  /** Makes it where it is missing. Whatever it rejects with has written no record. */
  ensure(signal: AbortSignal): Promise<Keeping>;
  /** The portal has said something else than is known here. */
  forget(): void;
}

const property = z.object({ name: z.string(), hasUniqueValue: z.boolean().optional() });
const path = '/crm/properties/2026-09';

const properties = {
  calls: { name: 'sidetone_call_id', label: 'Sidetone call ID', groupName: 'call' },
  tasks: { name: 'sidetone_task_id', label: 'Sidetone task ID', groupName: 'task' },
} as const;

/** The key property of a type in one portal. */
export function keyProperty(client: HubSpotClient, type: keyof typeof properties): KeyProperty {
  const { name, label, groupName } = properties[type];
  let keeping: Keeping = 'unknown';

  const look = async (signal: AbortSignal): Promise<Keeping> => {
    try {
      const { body } = await client.ask({ method: 'GET', path: `${path}/${type}/${name}` }, property, signal);
      // Another property of this name takes a key twice.
      keeping = body.hasUniqueValue === true ? 'unique' : 'forbidden';
    } catch (error) {
      if (isOf(error, 'not_found')) keeping = 'missing';
      else if (isOf(error, 'forbidden')) keeping = 'forbidden';
      else throw error;
    }
    return keeping;
  };
  const make = async (signal: AbortSignal): Promise<Keeping> => {
    const description = 'Which call in Sidetone this belongs to, so that it is written once';
    const body = { name, label, description, groupName, type: 'string', fieldType: 'text', hasUniqueValue: true };
    try {
      const made = await client.ask({ method: 'POST', path: `${path}/${type}`, body }, property, signal);
      keeping = made.body.hasUniqueValue === true ? 'unique' : 'forbidden';
    } catch (error) {
      if (isOf(error, 'conflict')) return await look(signal);
      // Without the scope, or with as many properties as the portal may have.
      if (!isOf(error, 'forbidden', 'invalid')) throw error;
      keeping = 'forbidden';
    }
    return keeping;
  };
  return {
    name,
    get keeping() {
      return keeping;
    },
    look: async (signal) => (keeping === 'unique' ? keeping : await look(signal)),
    async ensure(signal) {
      try {
        if (keeping === 'unknown') await look(signal);
        return keeping === 'missing' ? await make(signal) : keeping;
      } catch (error) {
        // It comes before the one that writes.
        throw error instanceof IntegrationError ? retold(error, true) : error;
      }
    },
    forget() {
      keeping = 'unknown';
    },
  };
}
