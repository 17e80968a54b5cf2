import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useIntegrations } from './use-integrations.ts';

const live = vi.hoisted(() => ({ retried: vi.fn(), refetched: vi.fn() }));
vi.mock('#live/queries/live.ts', () => ({ useLive: () => ({ rows: [], status: 'failed' }), retryLive: live.retried }));
vi.mock('#live/queries/me.ts', () => ({ useMe: () => ({ webUserId: 'w1' }) }));
vi.mock('#i18n/use-words.ts', () => ({ useWords: () => ({ language: 'en' }) }));
vi.mock('@tanstack/react-query', () => ({
  useQuery: () => ({ data: undefined, isError: false, isSuccess: true, refetch: live.refetched }),
}));

function TryingAgain() {
  const { status, retry } = useIntegrations();
  if (status === 'failed') retry();
  return null;
}

test('a retry asks for both: the integrations that can be connected, and the connections', () => {
  renderToStaticMarkup(createElement(TryingAgain));
  expect(live.refetched).toHaveBeenCalledOnce();
  expect(live.retried).toHaveBeenCalledExactlyOnceWith(phoneQueries.integrations, {});
});
