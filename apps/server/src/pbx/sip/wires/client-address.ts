import { isIP } from 'node:net';
import { parseVia } from '@sidetone/sip/grammar/via.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { Address } from './flow.ts';

/**
 * The network address of the sender of a request, past the proxies that are trusted: a proxy's own Via is the topmost,
 * and the next one says whom it heard from, in `received` where that is not the host it names (RFC 3261 §18.2.1).
 * Counts of attempts, limits and bans are of this address.
 */
export function clientAddress(
  request: SipRequest,
  remote: Address,
  isTrusted: (address: string) => boolean = () => false,
): string {
  let { address } = remote;
  if (!isTrusted(address)) return address;
  for (const text of request.headers.list('Via').slice(1)) {
    const via = parseVia(text);
    const said = (via?.parameters.get('received') ?? via?.host ?? '').replace(/^\[|\]$/g, '');
    if (isIP(said) === 0) break;
    address = said;
    if (!isTrusted(address)) break;
  }
  return address;
}
