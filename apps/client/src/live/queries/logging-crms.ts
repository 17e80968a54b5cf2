import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { takesCalls } from '@sidetone/contract/rules/crm/takes-calls.ts';
import { useMemo } from 'react';
import { useLive } from './live.ts';
import { useMe } from './me.ts';

/**
 * The connected CRMs that take calls; none without the integration grant CALL_EVENT. One that is signed out counts: what
 * is logged to it waits.
 */
export function useLoggingCrms(): readonly ConnectedIntegration[] {
  const mayLog = useMe()?.plan.integrationGrants.includes('CALL_EVENT') ?? false;
  const { rows } = useLive(phoneQueries.integrations, {});
  return useMemo(() => (mayLog ? rows.filter(takesCalls) : []), [rows, mayLog]);
}
