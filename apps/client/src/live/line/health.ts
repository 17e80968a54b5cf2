import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { healthTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import { call } from './http.ts';

/** Whether the server and everything it needs answer within 5 s (specification 9). */
export async function isServerUp(): Promise<boolean> {
  return call(sessionRoutes.health, {}, { timeoutMs: healthTimeoutMs }).then(
    () => true,
    () => false,
  );
}
