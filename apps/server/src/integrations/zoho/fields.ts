import { z } from 'zod';
import { IntegrationError } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { ZohoClient } from './client.ts';

const option = z.object({
  display_value: z.string().max(1000),
  actual_value: z.string().max(1000),
  forecast_type: z.string().max(100).nullish(),
});
const options = z
  .array(option)
  .max(5000)
  .nullish()
  .transform((given) => given ?? []);
const field = z.object({ api_name: z.string().max(200), pick_list_values: options });
const answer = z.object({ fields: z.array(field).max(5000) });

/** Fields of a module by their names, as far as the connection may see them. */
export type Fields = ReadonlyMap<string, z.infer<typeof field>>;

/** Asks for fields once in the life of a connection. */
export interface Modules {
  /** Null for a module that the connection may not see, or that is not there. */
  fieldsOf(module: string, signal: AbortSignal): Promise<Fields | null>;
}

export function modulesOf(client: ZohoClient): Modules {
  const known = new Map<string, Fields | null>();
  return {
    async fieldsOf(module, signal) {
      const before = known.get(module);
      if (before !== undefined) return before;
      const fields = await read(client, module, signal);
      known.set(module, fields);
      return fields;
    },
  };
}

async function read(client: ZohoClient, module: string, signal: AbortSignal): Promise<Fields | null> {
  try {
    const request = { method: 'GET', path: '/settings/fields', query: { module } } as const;
    const { body } = await client.ask(request, answer, signal);
    // Nothing at all does not say that the connection may not see the module, after which its records would be removed.
    if (body === null)
      throw new IntegrationError('failed', `Zoho says nothing of ${module}`, { translationKey: 'failed' });
    return new Map(body.fields.map((one) => [one.api_name, one]));
  } catch (error) {
    if (isHidden(error)) return null;
    throw error;
  }
}

/** Whether the connection may not see a module. */
export const isHidden = (error: unknown): boolean => isOf(error, 'forbidden');
