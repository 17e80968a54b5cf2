import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { echoTestCode } from '@sidetone/contract/rules/feature-codes.ts';

interface TriedCalls {
  /** The echo test was heard. */
  readonly echo: boolean;
  /** Somebody outside answered. */
  readonly out: boolean;
  /** Somebody outside was answered. */
  readonly in: boolean;
}

/** Which of the three calls of the first run there were. Outside is whoever has a whole number. */
export function triedCalls(calls: readonly InboxCall[]): TriedCalls {
  const held = calls.filter(({ establishedAt }) => establishedAt !== null);
  const isOutside = ({ remotePhoneNumber }: InboxCall) => remotePhoneNumber?.startsWith('+') === true;
  return {
    echo: held.some(({ remotePhoneNumber }) => remotePhoneNumber === echoTestCode),
    out: held.some((call) => call.direction === 'OUTGOING' && isOutside(call)),
    in: held.some((call) => call.direction === 'INCOMING' && isOutside(call)),
  };
}
