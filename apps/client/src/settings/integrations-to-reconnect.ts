import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { mayConnect } from '@sidetone/contract/rules/grants.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { needsSignIn } from './integrations/integration-list.ts';

/** Connections that need a new sign-in; none for users who may not sign in. */
export function useIntegrationsToReconnect(): readonly ConnectedIntegration[] {
  const me = useMe();
  const { rows } = useLive(phoneQueries.integrations, {});
  const mayWrite = mayConnect(me);
  return useMemo(() => (mayWrite ? rows.filter(needsSignIn) : []), [rows, mayWrite]);
}
