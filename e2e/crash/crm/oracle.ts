import type { HubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { type CampaignCall, type Contacts, type EntryState, noteOf } from './calls.ts';

/** What the portal says against what was promised. */
export interface Verdict {
  readonly duplicates: readonly string[];
  readonly losses: readonly string[];
  /** Records with other words, or of other contacts, than they should have; entries that say something else. */
  readonly wrong: readonly string[];
}

/** Every call has exactly one record, with its newest note, of its contact; and there is no other record. */
export function judge(
  portal: HubSpot,
  contacts: Contacts,
  calls: readonly CampaignCall[],
  entries: readonly EntryState[],
): Verdict {
  const [duplicates, losses, wrong]: [string[], string[], string[]] = [[], [], []];
  const known = new Set<string>();
  for (const call of calls) {
    const entry = entries.find(({ sessionId }) => sessionId === call.sessionId);
    const records = entry ? portal.recordsWithKey(entry.key) : [];
    const [record, ...others] = records;
    for (const { id } of records) known.add(id);
    if (others.length > 0) duplicates.push(`${call.sessionId} has ${records.length} records`);
    if (!entry || !record) {
      losses.push(`${call.sessionId} has no record; its entry is ${entry?.state ?? 'missing'}`);
      continue;
    }
    const body = record.properties['hs_call_body'] ?? '';
    if (!body.includes(noteOf(call))) wrong.push(`${call.sessionId} lacks '${noteOf(call)}': ${body.slice(0, 80)}`);
    const linked = [...(record.associations.get('contacts') ?? [])];
    if (linked.join() !== contacts.get(call.number))
      wrong.push(`${call.sessionId} belongs to contacts ${linked.join()}`);
    if (entry.state !== 'WRITTEN' || entry.externalId !== record.id || !entry.isUpToDate)
      wrong.push(`${call.sessionId}: its entry is ${entry.state} with ${entry.externalId}, the record is ${record.id}`);
  }
  const strangers = portal.objects.of('calls').filter(({ id }) => !known.has(id));
  for (const { id } of strangers) wrong.push(`record ${id} is of no call`);
  return { duplicates, losses, wrong };
}
