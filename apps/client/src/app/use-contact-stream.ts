import { integrationRoutes } from '@sidetone/contract/http/integration-routes.ts';
import { streamRefreshMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect } from 'react';
import { call } from '#live/http.ts';

/** Brings the contacts of the account's integrations up to date: when somebody signs in, and every ten minutes. */
export function useContactStream(webUserId: string | null): void {
  useEffect(() => {
    if (webUserId === null) return;
    const start = () =>
      void call(integrationRoutes.startContactStream, {}).catch((error: unknown) =>
        console.warn('[integrations] contact stream not started', error),
      );
    start();
    const timer = setInterval(start, streamRefreshMs);
    return () => clearInterval(timer);
  }, [webUserId]);
}
