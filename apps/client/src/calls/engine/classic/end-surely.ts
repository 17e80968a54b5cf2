import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { ClassicServer } from './classic-server.ts';

const attempts = 4;
const againMs = 1_500;

/** Ends a call, and tries again where the order was lost: the other side would talk on to nobody. Never throws. */
export function endSurely(
  callId: string,
  parts: { readonly server: Pick<ClassicServer, 'end'>; readonly clock: Clock; readonly log: Log },
  attempt = 1,
): void {
  parts.server.end(callId).catch((cause: unknown) => {
    const isLost = ['NETWORK', 'TIMEOUT', 'UNAVAILABLE'].includes(String((cause as { code?: unknown }).code));
    if (isLost && attempt < attempts) parts.clock.after(againMs * attempt, () => endSurely(callId, parts, attempt + 1));
    else parts.log('warn', 'TERMINATE_FAILED', { callId, cause: String(cause) });
  });
}
