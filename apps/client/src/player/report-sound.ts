import { callControlRoutes } from '@sidetone/contract/http/calls/call-control-routes.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { session } from '#live/line/session.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import type { SoundKey } from './sound.ts';

/**
 * Reports to the server which sound is not available and why, to help find the fault; nothing of its content. Where the
 * server cannot be reached either, the same text goes to the clipboard.
 */
export async function reportSound(key: SoundKey, cause: unknown): Promise<'noted' | 'copied' | 'failed'> {
  const why = cause === undefined ? 'NOT_MADE' : codeOf(cause);
  const state = session.getState();
  const userId = state.status === 'signedIn' ? state.claims.webuserId : '';
  const body = {
    callId: key.docId,
    userId,
    eventType: `sound-failed:${key.kind}:${why}`.slice(0, 60),
    sipServer: location.host,
    result: 'CONTINUE' as const,
  };
  try {
    await call(callControlRoutes.addMonitoringReport, { body });
    return 'noted';
  } catch {
    return await copy(`${new Date().toISOString()} ${body.eventType} ${key.channelId}/${key.docId} ${location.host}`);
  }
}

async function copy(text: string): Promise<'copied' | 'failed'> {
  try {
    await copyToClipboard(text);
    return 'copied';
  } catch {
    return 'failed'; // The browser does not allow every page to copy.
  }
}
