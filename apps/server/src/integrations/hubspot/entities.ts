import { z } from 'zod';
import type { SourceContact } from '../connector.ts';
import type { HubSpotClient } from './client.ts';
import { contactsPath, objectsPath, type Portal } from './records.ts';

/** What a contact can belong to: how its records are called there, and the number of their type in addresses. */
const kinds = [
  { type: 'companies', label: 'name', number: '0-2' },
  { type: 'deals', label: 'dealname', number: '0-3' },
  { type: 'tickets', label: 'subject', number: '0-5' },
] as const;

const links = z.object({ results: z.array(z.object({ id: z.string().regex(/^\d{1,20}$/) })).max(1000) }).optional();
const contactWithLinks = z.object({
  associations: z.object({ companies: links, deals: links, tickets: links }).optional(),
});
const named = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.record(z.string(), z.string().nullable()) })).max(100),
});
/** Records of one kind that are read. */
const most = 100;

/** Companies, deals and tickets of a contact, with their names. Two requests, and one more for each further kind that it has. */
export async function belongingsOf(
  client: HubSpotClient,
  { portalId, uiDomain }: Portal,
  contactId: string,
  signal: AbortSignal,
): Promise<SourceContact['relatesTo']> {
  const query = { associations: kinds.map(({ type }) => type).join(',') };
  const { body } = await client.ask(
    { method: 'GET', path: `${contactsPath}/${contactId}`, query },
    contactWithLinks,
    signal,
  );
  const all = await Promise.all(
    kinds.map(async ({ type, label, number }) => {
      const ids = [...new Set((body.associations?.[type]?.results ?? []).map(({ id }) => id))].slice(0, most);
      if (ids.length === 0) return [];
      const isDeal = type === 'deals';
      const wanted = { inputs: ids.map((id) => ({ id })), properties: isDeal ? [label, 'hs_is_closed'] : [label] };
      const answer = await client.ask(
        { method: 'POST', path: `${objectsPath}/${type}/batch/read`, body: wanted },
        named,
        signal,
      );
      return answer.body.results.map(({ id, properties }) => ({
        id,
        type,
        label: properties[label] ?? null,
        url: `https://${uiDomain}/contacts/${portalId}/record/${number}/${id}`,
        isOpen: isDeal ? properties['hs_is_closed'] !== 'true' : null,
      }));
    }),
  );
  return all.flat();
}
