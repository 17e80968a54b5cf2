import { integrationRoutes } from '@sidetone/contract/http/integration-routes.ts';
import { streamRefreshMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect } from 'react';
import { call } from '#live/line/http.ts';

/** Updates the contacts of the account's integrations: when a user signs in, and every ten minutes. */
export function useContactStream(webUserId: string | null): void {
  useEffect(() => {
    if (webUserId === null) return;
    return keepStarting(() => call(integrationRoutes.startContactStream, {}));
  }, [webUserId]);
}

/** Starts something now and every `streamRefreshMs`, until the returned function is called; a failure is only logged. */
export function keepStarting(start: () => Promise<unknown>): () => void {
  const run = () =>
    void start().catch((error: unknown) => console.warn('[integrations] contact stream not started', error));
  run();
  const timer = setInterval(run, streamRefreshMs);
  return () => clearInterval(timer);
}
