import type { CallLogEntity, CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import type { ConnectedIntegration, EntityType } from '@sidetone/contract/entities/integration.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { crmRecordRoutes } from '@sidetone/contract/http/crm/crm-record-routes.ts';
import { entityCacheMs } from '@sidetone/contract/rules/crm/log-limits.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { recordsQuery } from '#contacts/records-of-contact.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useSettled } from '#platform/use-settled.ts';
import type { CallKey } from './use-log-documents.ts';

/** A search waits for a pause in typing. In milliseconds. */
const searchPauseMs = 250;

interface Found {
  readonly records: readonly CrmEntity[];
  readonly status: 'ready' | 'loading' | 'failed';
  readonly problem: ApiErrorCode | null;
}

/** Contacts of the connected CRMs that have the number of a call, and what belongs to them. */
export function useCandidates({ channelId, sessionId }: CallKey, bookRev: number) {
  return useQuery({
    queryKey: ['candidates of call', channelId, sessionId, bookRev],
    queryFn: ({ signal }) => call(callLogRoutes.candidatesOfCall, { params: { channelId, sessionId } }, { signal }),
    staleTime: entityCacheMs,
    gcTime: entityCacheMs,
    placeholderData: (before) => before,
    retry: false,
  });
}

/** Contacts of one number whose CRMs are asked what belongs to them. */
const mostAsked = 5;

/** What the CRMs say that belongs to contacts, by their ids here; nothing is asked unless it is `wanted`. SAPI-024 */
export function useBelongings(contacts: readonly { readonly contactId: string }[], wanted: boolean): CrmEntity[] {
  const results = useQueries({
    queries: contacts.slice(0, mostAsked).map(({ contactId }) => ({ ...recordsQuery(contactId), enabled: wanted })),
  });
  return results.flatMap(({ data }) => data?.entities ?? []);
}

/** Records of a log whose CRM is asked how they are now. */
const mostRead = 10;

/** Records that a call is logged to already, as their CRMs have them now, by the id of the entry of the log. SAPI-023 */
export function useLoggedRecords(
  entities: readonly CallLogEntity[],
  connected: ReadonlySet<string>,
): ReadonlyMap<string, CrmEntity> {
  const logged = entities
    .filter(({ integrationId, logId }) => logId !== null && connected.has(integrationId))
    .slice(0, mostRead);
  const results = useQueries({
    queries: logged.map(({ integrationId, type, entityId }) => ({
      queryKey: ['record of crm', integrationId, type, entityId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(crmRecordRoutes.crmEntity, { params: { integrationId, type, entityId } }, { signal }),
      staleTime: entityCacheMs,
      gcTime: entityCacheMs,
      retry: false,
    })),
  });
  return new Map(
    logged.flatMap(({ id }, at) => {
      const record = results[at]?.data;
      return record === undefined ? [] : [[id, record] as const];
    }),
  );
}

/** What the connected CRMs find; nothing is asked for an empty text. SAPI-103 */
export function useFoundRecords(crms: readonly ConnectedIntegration[], text: string, type: EntityType | null): Found {
  const query = useSettled(text.trim(), searchPauseMs);
  const asked = query === '' ? [] : crms.filter((crm) => type === null || crm.callLoggingEntityTypes.includes(type));
  const results = useQueries({
    queries: asked.map(({ id, callLoggingEntityTypes }) => ({
      queryKey: ['records of crm', id, query, type],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          crmRecordRoutes.searchCrmEntities,
          { params: { integrationId: id }, query: { query, types: type ?? callLoggingEntityTypes.join(',') } },
          { signal },
        ),
      staleTime: entityCacheMs,
      gcTime: entityCacheMs,
      retry: false,
    })),
  });
  const failed = results.find(({ isError }) => isError);
  const records = results.flatMap(({ data }) => data?.entities ?? []);
  const isWaiting = query !== text.trim() || results.some(({ isPending }) => isPending);
  // What one CRM found is shown although another one failed.
  const status = isWaiting ? 'loading' : failed !== undefined && records.length === 0 ? 'failed' : 'ready';
  return { records, status, problem: failed === undefined ? null : codeOf(failed.error) };
}
