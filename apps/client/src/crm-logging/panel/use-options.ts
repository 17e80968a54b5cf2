import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { crmRecordRoutes } from '@sidetone/contract/http/crm/crm-record-routes.ts';
import { optionCacheMs } from '@sidetone/contract/rules/crm/log-limits.ts';
import { useQueries } from '@tanstack/react-query';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';

/** The outcomes that calls can have, by connection. SAPI-104 */
export function useOutcomes(crms: readonly ConnectedIntegration[]) {
  const { language } = useWords();
  const results = useQueries({
    queries: crms.map(({ id }) => ({
      queryKey: ['call outcomes', id, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(crmRecordRoutes.callOutcomes, { params: { integrationId: id }, query: { locale: language } }, { signal }),
      staleTime: optionCacheMs,
      gcTime: optionCacheMs,
    })),
  });
  return {
    failed: results.some(({ isError }) => isError),
    lists: crms.map(({ name }, at) => ({ source: name, outcomes: results[at]?.data?.outcomes ?? [] })),
  };
}

/** The types that tasks can have, by connection; none for one that takes no tasks. SPERM-019, SAPI-105 */
export function useTaskTypes(crms: readonly ConnectedIntegration[]) {
  const { language } = useWords();
  const results = useQueries({
    queries: crms.map(({ id }) => ({
      queryKey: ['task types', id, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(crmRecordRoutes.taskTypes, { params: { integrationId: id }, query: { locale: language } }, { signal }),
      staleTime: optionCacheMs,
      gcTime: optionCacheMs,
    })),
  });
  return {
    /** Of one CRM at least they could not be loaded. */
    failed: results.some(({ isError }) => isError),
    takers: crms.flatMap((crm, at) => {
      const types = results[at]?.data?.taskTypes ?? [];
      return types.length === 0 ? [] : [{ crm, types }];
    }),
  };
}
