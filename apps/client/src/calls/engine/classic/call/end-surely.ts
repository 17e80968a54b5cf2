import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OngoingSource } from '../../ongoing-source.ts';
import { isLost } from '../../until-back.ts';
import type { ClassicServer } from '../classic-server.ts';

/** After this the server has missed the audio of the leg, and ends it itself. */
const patienceMs = 90_000;
/** How long after each failed attempt the next one is made: longer each time, up to `last`. */
const againMs = { first: 1_500, last: 5_000 };
/** After this the server itself has ended a call that no client has opened. */
const unclaimedMs = 30_000;

interface EndParts {
  readonly server: Pick<ClassicServer, 'end'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Ends a call, and tries again where the order was lost: the other side would otherwise stay in the call alone. Never
 * throws.
 */
export function endSurely(sipCallId: string, { server, ...parts }: EndParts): void {
  orderSurely(() => server.end(sipCallId), 'TERMINATE_FAILED', sipCallId, parts);
}

/**
 * Turns down a call that rings, and tries again where the order was lost: the call would otherwise keep ringing. Never
 * throws.
 */
export function rejectSurely(
  sipCallId: string,
  reason: 'busy' | 'declined',
  { server, ...parts }: Omit<EndParts, 'server'> & { readonly server: Pick<ClassicServer, 'reject'> },
): void {
  orderSurely(() => server.reject(sipCallId, reason), 'REJECT_FAILED', sipCallId, parts);
}

function orderSurely(
  order: () => Promise<void>,
  failure: string,
  sipCallId: string,
  { clock, log }: Omit<EndParts, 'server'>,
): void {
  const until = clock.now() + patienceMs;
  let waitMs = againMs.first;
  let isRepeated = false;
  const give = () =>
    order().catch((cause: unknown) => {
      if (isLost(cause) && clock.now() < until) {
        clock.after(waitMs, give);
        waitMs = Math.min(waitMs + againMs.first, againMs.last);
        isRepeated = true;
      } else if (!(isRepeated && (cause as { code?: unknown }).code === 'NOT_FOUND'))
        log('warn', failure, { sipCallId, cause: String(cause) });
    });
  void give();
}

/**
 * Ends a call whose order failed here, in case the server has begun it all the same and only the reply was lost. A
 * phone would ring with nobody behind the call. The server's row tells the Call-ID.
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
