import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import type { CallKey } from './use-log-documents.ts';

/**
 * Closes the log of a call: `log` has it written, with its follow-up task, `draft` leaves it as it is. Gives `stayed` where a
 * log that should have been written was not closed; a failure is logged, and the panel says so. Never rejects. SERR-050
 */
export async function leaveLog({ channelId, sessionId }: CallKey, how: 'log' | 'draft'): Promise<'closed' | 'stayed'> {
  try {
    await call(callLogRoutes.closeCallLog, { params: { channelId, sessionId }, body: { ready: how === 'log' } });
    return 'closed';
  } catch (cause) {
    console.warn('[crm-logging] log not closed:', codeOf(cause));
    return how === 'log' ? 'stayed' : 'closed';
  }
}
