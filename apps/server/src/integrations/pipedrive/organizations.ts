import { z } from 'zod';
import type { PipedriveClient } from './client.ts';
import { api2, oneOf, pageOf } from './records.ts';

const organizationName = z.object({ id: z.number().int().positive(), name: z.string().max(100_000).nullish() });
const organizations = pageOf(organizationName);
const found = z.object({ data: z.object({ items: z.array(z.object({ item: organizationName })).max(500) }) });

/** Names that one request gives at most. */
const namedAtOnce = 100;
/** Names that are kept while contacts are read; with more it begins again. */
const mostKept = 5_000;

/** Names of companies by their ids, which persons have alone. One for each reading: names change. */
export function organizationNames(client: PipedriveClient) {
  const kept = new Map<number, string | null>();
  return {
    /** Null for a company that is gone, or that the key's user may not see. */
    async of(
      ids: readonly (number | null | undefined)[],
      signal: AbortSignal,
    ): Promise<ReadonlyMap<number, string | null>> {
      if (kept.size > mostKept) kept.clear();
      const wanted = [...new Set(ids.flatMap((id) => (typeof id === 'number' && !kept.has(id) ? [id] : [])))];
      for (let from = 0; from < wanted.length; from += namedAtOnce) {
        const some = wanted.slice(from, from + namedAtOnce);
        const query = { ids: some.join(','), limit: String(namedAtOnce) };
        const { body } = await client.ask(
          { method: 'GET', path: `${api2}/organizations`, query },
          organizations,
          signal,
        );
        const names = new Map((body.data ?? []).map(({ id, name }) => [id, name ?? null]));
        for (const id of some) kept.set(id, names.get(id) ?? null);
      }
      return kept;
    },
  };
}

/** The company of this name, which is made where there is none. */
export async function organizationOf(client: PipedriveClient, name: string, signal: AbortSignal): Promise<number> {
  // A search needs two letters.
  if (name.length > 1) {
    const query = { term: name, fields: 'name', exact_match: 'true', limit: '10' };
    const { body } = await client.ask({ method: 'GET', path: `${api2}/organizations/search`, query }, found, signal);
    const same = body.data.items.find(({ item }) => item.name?.toLowerCase() === name.toLowerCase());
    if (same) return same.item.id;
  }
  const request = { method: 'POST' as const, path: `${api2}/organizations`, body: { name: name.slice(0, 255) } };
  const { body } = await client.ask(request, oneOf(organizationName), signal);
  return body.data.id;
}
