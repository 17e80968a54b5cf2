import type { CostCentreOf } from '@sidetone/contract/entities/call-record.ts';
import { callRecordRoutes } from '@sidetone/contract/http/admin/call-record-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

export const costCentresKey = ['cost-centres'] as const;
const none: readonly CostCentreOf[] = [];

/** The users, channels and numbers of the account that have a cost centre. */
export const useCostCentres = (): readonly CostCentreOf[] =>
  useQuery({
    queryKey: costCentresKey,
    queryFn: ({ signal }) => call(callRecordRoutes.costCentres, {}, { signal }),
  }).data ?? none;
