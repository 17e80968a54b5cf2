import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { integrationRoutes } from '@sidetone/contract/http/integration-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { type ListedIntegration, listedIntegrations } from './integration-list.ts';

interface Integrations {
  readonly listed: readonly ListedIntegration[];
  readonly status: 'loading' | 'ready' | 'failed';
  retry(): void;
}

const none = { integrations: [], allowlist: [] };

/** The connections of the account, and the integrations that it may connect. */
export function useIntegrations(): Integrations {
  const { language } = useWords();
  const me = useMe()?.webUserId ?? null;
  const account = useLive(phoneQueries.account, {}).rows[0];
  const connected = useLive(phoneQueries.integrations, {});
  const supported = useQuery({
    queryKey: ['supportedIntegrations', me],
    queryFn: ({ signal }) => call(integrationRoutes.supportedIntegrations, {}, { signal }),
    enabled: me !== null,
  });
  const { integrations, allowlist } = supported.data ?? none;
  const isTestAccount = account?.flags.isTestAccount ?? false;
  const listed = useMemo(
    () => listedIntegrations(integrations, connected.rows, { allowlist, isTestAccount }, language),
    [integrations, connected.rows, allowlist, isTestAccount, language],
  );
  const failed = supported.isError || connected.status === 'failed';
  const ready = supported.isSuccess && connected.status === 'ready';
  return {
    listed,
    status: failed ? 'failed' : ready ? 'ready' : 'loading',
    retry() {
      retryLive(phoneQueries.integrations, {});
      void supported.refetch();
    },
  };
}
