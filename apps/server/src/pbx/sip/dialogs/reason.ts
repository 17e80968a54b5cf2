import { parseParameters, quote, splitOutsideQuotes } from '@sidetone/sip/grammar/parameters.ts';
import type { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipReason } from '../../calls/legs.ts';

/** Writes Reason (RFC 3326); nothing without a reason. */
export function reasonHeader(reason: SipReason | undefined): [string, string][] {
  return reason ? [['Reason', `SIP;cause=${reason.cause};text=${quote(reason.text)}`]] : [];
}

/** What a refusal says besides its status: why, and when another try makes sense (RFC 3261 §20.33). */
export function refusalHeaders(order: {
  readonly reason?: SipReason;
  readonly retryAfterSeconds?: number;
}): [string, string][] {
  const { reason, retryAfterSeconds } = order;
  const later: [string, string][] = retryAfterSeconds === undefined ? [] : [['Retry-After', String(retryAfterSeconds)]];
  return [...reasonHeader(reason), ...later];
}

/** Reads the SIP reason of a message, as a fact carries it. */
export function reasonOf(headers: HeaderFields): {
  readonly reason?: { readonly cause: number; readonly text?: string };
} {
  for (const value of headers.list('Reason')) {
    const [protocol = ''] = splitOutsideQuotes(value, ';');
    const parameters = parseParameters(value.slice(value.indexOf(';') + 1));
    const cause = Number(parameters.get('cause') ?? Number.NaN);
    if (protocol.toUpperCase() !== 'SIP' || !Number.isInteger(cause)) continue;
    const text = parameters.get('text');
    return { reason: text === undefined ? { cause } : { cause, text } };
  }
  return {};
}
