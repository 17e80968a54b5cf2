import { z } from 'zod';
import type { CallRecord, EntityRef, TaskRecord, Written } from '../../crm/crm-side.ts';
import { logHtml } from '../../crm/log-html.ts';
import { dueInstant } from '../crm/due.ts';
import { type HubSpotType, isHubSpotType, recordUrl } from './entities.ts';
import type { Portal } from './records.ts';

/** Types of records that are made here. */
export type ActivityType = 'calls' | 'tasks';

/** HubSpot's numbers for the association of an activity with a record. */
const associationTypes: Readonly<Record<ActivityType, Readonly<Record<HubSpotType, number>>>> = {
  calls: { contacts: 194, companies: 182, deals: 206, tickets: 220 },
  tasks: { contacts: 204, companies: 192, deals: 216, tickets: 230 },
};

/** Letters that HubSpot takes of a text, and that are shown of a title. */
const longestText = 65_000;
const longestTitle = 250;

/** What HubSpot answers of an activity; only what is read of it. */
export const activity = z.object({ id: z.string().regex(/^\d{1,20}$/) });

/** Those of some records that this vendor has, each once. */
export const knownOf = (entities: readonly EntityRef[]): readonly (EntityRef & { readonly type: HubSpotType })[] => {
  const seen = new Map<string, EntityRef & { readonly type: HubSpotType }>();
  for (const { type, id } of entities) if (isHubSpotType(type)) seen.set(`${type}:${id}`, { type, id });
  return [...seen.values()];
};

/** The associations that a new activity is made with. */
export const associationsOf = (type: ActivityType, entities: readonly EntityRef[]) =>
  knownOf(entities).map((entity) => ({
    to: { id: entity.id },
    types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: associationTypes[type][entity.type] }],
  }));

/** Where users see it: on the timeline of the first record that it belongs to. */
export function writtenAs(portal: Portal, entities: readonly EntityRef[], id: string): Written {
  const [first] = knownOf(entities);
  return { id, url: first ? `${recordUrl(portal, first.type, first.id)}?engagement=${id}` : null };
}

const statuses = { connected: 'COMPLETED', missed: 'NO_ANSWER', busy: 'BUSY', notFound: 'FAILED' } as const;

/** Properties of a call; an empty one takes away what is there. */
export function callProperties(call: CallRecord): Record<string, string> {
  const isIncoming = call.direction === 'INCOMING';
  const [from, to] = isIncoming ? [call.remoteNumber, call.localNumber] : [call.localNumber, call.remoteNumber];
  return {
    hs_timestamp: call.startedAt.toISOString(),
    hs_call_title: titleOf(call.title),
    hs_call_body: logHtml(call.html, longestText),
    hs_call_direction: isIncoming ? 'INBOUND' : 'OUTBOUND',
    hs_call_status: statuses[call.state],
    hs_call_duration: String(Math.max(0, Math.round(call.seconds * 1000))),
    hs_call_disposition: call.outcomeId ?? '',
    hs_call_from_number: from ?? '',
    hs_call_to_number: to ?? '',
    hubspot_owner_id: call.ownerId ?? '',
  };
}

export const taskProperties = (task: TaskRecord): Record<string, string> => ({
  hs_timestamp: dueInstant(task.due).toISOString(),
  hs_task_subject: titleOf(task.title),
  hs_task_body: logHtml(task.html, longestText),
  hs_task_type: task.typeId,
  hs_task_status: 'NOT_STARTED',
  hubspot_owner_id: task.ownerId ?? '',
});

/** The properties of a new record: what is empty is left out. */
export const filled = (properties: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ''));

const titleOf = (title: string): string => {
  const clean = title.toWellFormed().replaceAll('\0', '');
  return clean.length <= longestTitle ? clean : `${clean.slice(0, longestTitle - 1).toWellFormed()}…`;
};
