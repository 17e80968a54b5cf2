import { z } from 'zod';
import { isOf } from '../crm/vendor-errors.ts';
import type { SalesforceClient } from './client.ts';
import { isRefusedAs } from './errors.ts';

const option = z.object({ active: z.boolean(), label: z.string().max(1000).nullish(), value: z.string().max(1000) });
const field = z.object({
  name: z.string().max(100),
  createable: z.boolean(),
  updateable: z.boolean(),
  filterable: z.boolean(),
  externalId: z.boolean().default(false),
  picklistValues: z.array(option).max(5000).default([]),
});
const description = z.object({ fields: z.array(field).max(5000) });

/** A field that the connection may see. */
type Field = z.infer<typeof field>;

/** Fields of an object of Salesforce by their names, as far as the connection may see them. */
export type Fields = ReadonlyMap<string, Field>;

/** Asks for fields once in the life of a connection. */
export interface Described {
  /** Null for an object that the connection may not see, or that is not there. */
  of(object: string, signal: AbortSignal): Promise<Fields | null>;
}

export function described(client: SalesforceClient): Described {
  const known = new Map<string, Fields | null>();
  return {
    async of(object, signal) {
      const before = known.get(object);
      if (before !== undefined) return before;
      const fields = await describe(client, object, signal);
      known.set(object, fields);
      return fields;
    },
  };
}

/** Fields with labels of their options in a language, such as `de`. */
export async function describe(
  client: SalesforceClient,
  object: string,
  signal: AbortSignal,
  locale?: string,
): Promise<Fields | null> {
  const headers = locale === undefined ? {} : { 'accept-language': locale };
  try {
    const { body } = await client.ask(
      { method: 'GET', path: `/sobjects/${object}/describe`, headers },
      description,
      signal,
    );
    return new Map(body.fields.map((one) => [one.name, one]));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether an object or a field is not there for this connection. */
export const isMissing = (error: unknown): boolean =>
  isOf(error, 'not_found') || isRefusedAs(error, 'INVALID_TYPE', 'INVALID_FIELD', 'INSUFFICIENT_ACCESS');
