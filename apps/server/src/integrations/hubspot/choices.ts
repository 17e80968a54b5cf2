import { z } from 'zod';
import type { CrmOption, CrmUser } from '../../crm/crm-side.ts';
import { IntegrationError } from '../connector.ts';
import type { HubSpotClient } from './client.ts';

const property = z.object({
  options: z
    .array(
      z.object({
        label: z.string().max(1000),
        value: z.string().min(1).max(1000),
        hidden: z.boolean().optional(),
        displayOrder: z.number().optional(),
      }),
    )
    .max(1000),
});

/** The choices of a property that users of the portal have, in its order and in the words of a language (de, en). */
export async function choicesOf(
  client: HubSpotClient,
  { type, name }: { readonly type: 'calls' | 'tasks'; readonly name: string },
  locale: string,
  signal: AbortSignal,
): Promise<readonly CrmOption[]> {
  const path = `/crm/properties/2026-09/${type}/${name}`;
  const { body } = await client.ask({ method: 'GET', path, query: { locale } }, property, signal);
  const place = (order: number | undefined) => (order === undefined || order < 0 ? Number.POSITIVE_INFINITY : order);
  const shown = body.options.filter(({ hidden }) => hidden !== true);
  // What has no place of its own comes last.
  shown.sort((one, other) => {
    const [a, b] = [place(one.displayOrder), place(other.displayOrder)];
    return a === b ? 0 : a - b;
  });
  return shown.map(({ value, label }) => ({ id: value, label }));
}

const text = z.string().max(1000).nullish();
const owners = z.object({
  results: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,20}$/),
        type: z.string().optional(),
        email: text,
        firstName: text,
        lastName: text,
      }),
    )
    .max(500),
  paging: z.object({ next: z.object({ after: z.string().max(200) }).nullish() }).nullish(),
});
const ownersAtOnce = 100;
const mostPages = 100;

/** Everybody of the portal who can own records, without its queues. */
export async function ownersOf(client: HubSpotClient, signal: AbortSignal): Promise<readonly CrmUser[]> {
  const all: CrmUser[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const query: Record<string, string> = { limit: String(ownersAtOnce) };
    if (after !== null) query['after'] = after;
    const answer = await client.ask({ method: 'GET', path: '/crm/owners/2026-09', query }, owners, signal);
    const { results, paging }: z.infer<typeof owners> = answer.body;
    for (const { id, type, email, firstName, lastName } of results) {
      if (type === 'QUEUE') continue;
      const name = [firstName, lastName].flatMap((part) => part?.trim() || []).join(' ');
      all.push({ id, name: name || email || id, email: email || null });
    }
    const next = paging?.next?.after ?? null;
    if (next === null || next === after) return all;
    after = next;
  }
  throw new IntegrationError('failed', 'HubSpot names more users than it can have', { translationKey: 'failed' });
}
