import type { CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { crmRecordRoutes } from '@sidetone/contract/http/crm/crm-record-routes.ts';
import { entityCacheMs } from '@sidetone/contract/rules/crm/log-limits.ts';
import { takesCalls } from '@sidetone/contract/rules/crm/takes-calls.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

type Records = Contact['relatesTo'];

/** Asks the CRM of a contact what belongs to it; kept for half an hour. API-084, SAPI-103 */
export const recordsQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['records of contact', contactId],
    queryFn: ({ signal }) => call(crmRecordRoutes.entitiesOfContact, { params: { contactId } }, { signal }),
    staleTime: entityCacheMs,
    gcTime: entityCacheMs,
    retry: false,
  });

/**
 * The records of its CRM that a contact belongs to: what came with the contact, and what the CRM says when it is asked.
 * `isMissing`: the CRM did not say. SCONTACT-007
 */
export function useRecordsOf(
  contact: Pick<Contact, 'id' | 'relatesTo'>,
  integration: ConnectedIntegration | null,
): { readonly records: Records; readonly isMissing: boolean } {
  const isAsked = integration !== null && takesCalls(integration) && integration.state !== 'AUTHENTICATION_REQUIRED';
  const { data, isError } = useQuery({ ...recordsQuery(contact.id), enabled: isAsked });
  return { records: bothOf(contact.relatesTo, data?.entities ?? []), isMissing: isError && data === undefined };
}

/** Each record once, as the CRM says it; those that the connection may not see are left out. */
export function bothOf(came: Records, said: readonly CrmEntity[]): Records {
  const shown = said.filter(({ isHidden }) => !isHidden);
  const known = new Set(said.map(placeOf));
  return [
    ...shown.map(({ id, type, label, url, isOpen }) => ({ id, type, label, url, isOpen })),
    ...came.filter((one) => !known.has(placeOf(one))),
  ];
}

const placeOf = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type}:${id}`;

const kinds = ['deals', 'opportunities', 'tickets', 'cases', 'leads'];

/** What is worth knowing while somebody rings: open records that something is done about, the most telling kinds first. */
export const openOf = (records: Records): Records =>
  records
    .filter(({ type, isOpen, label }) => kinds.includes(type) && isOpen !== false && (label ?? '') !== '')
    .sort((one, other) => kinds.indexOf(one.type) - kinds.indexOf(other.type));
