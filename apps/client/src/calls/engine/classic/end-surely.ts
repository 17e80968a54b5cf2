import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { OngoingSource } from '../ongoing-source.ts';
import type { ClassicServer } from './classic-server.ts';

const attempts = 4;
const againMs = 1_500;
/** After this the server itself has ended a call that no client has opened. */
const unclaimedMs = 30_000;

interface EndParts {
  readonly server: Pick<ClassicServer, 'end'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Ends a call, and tries again where the order was lost: the other side would talk on to nobody. Never throws. */
export function endSurely(callId: string, parts: EndParts, attempt = 1): void {
  parts.server.end(callId).catch((cause: unknown) => {
    const isLost = ['NETWORK', 'TIMEOUT', 'UNAVAILABLE'].includes(String((cause as { code?: unknown }).code));
    if (isLost && attempt < attempts) parts.clock.after(againMs * attempt, () => endSurely(callId, parts, attempt + 1));
    else parts.log('warn', 'TERMINATE_FAILED', { callId, cause: String(cause) });
  });
}

/**
 * Ends a call whose order failed here, should the server have begun it all the same: only the reply was lost, and
 * somebody would be rung on behalf of nobody. The server's row tells by which id it goes.
 */
export function endIfBegun(sessionId: string, ongoing: OngoingSource, parts: EndParts): void {
  const look = () => {
    const begun = ongoing.read()?.find(({ id, state }) => id === sessionId && state !== 'ended');
    if (begun == null || begun.callId === null) return;
    stop();
    endSurely(begun.callId, parts);
  };
  const stopWatching = ongoing.watch(look);
  const forget = parts.clock.after(unclaimedMs, stopWatching);
  const stop = () => {
    stopWatching();
    forget();
  };
  look();
}
