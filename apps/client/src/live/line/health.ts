import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { healthTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import { call } from './http.ts';

/** Whether the server and everything it needs answer within 5 s (specification 9). */
export async function isServerUp(): Promise<boolean> {
  return call(phoneRoutes.health, {}, { timeoutMs: healthTimeoutMs }).then(
    () => true,
    () => false,
  );
}
