import { BlockList, isIP } from 'node:net';
import { parseNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { Flow } from '../wires/flow.ts';
import type { TrunkAccount } from './trunk-account.ts';

/**
 * The number that a call of this trunk is for, as it was written: from where the administrator said, else from wherever
 * one stands. Null when nothing names a number.
 */
export function calledBy({ calledNumberIn, contactToken, username }: TrunkAccount, request: SipRequest): string | null {
  const userIn = (header: string | undefined) => parseUri(parseNameAddr(header ?? '')?.uri ?? '')?.user;
  const places = {
    requestUri: parseUri(request.uri)?.user,
    calledPartyId: userIn(request.headers.get('P-Called-Party-ID')),
    to: userIn(request.headers.get('To')),
  };
  const all = [places[calledNumberIn], places.requestUri, places.calledPartyId, places.to];
  const named = all.filter((user): user is string => user !== undefined && user !== contactToken);
  // A registered account is called by its user name when the number stands elsewhere; it may be the number itself.
  const number = named.find((user) => user !== username) ?? named[0];
  return number === undefined || /\p{Cc}/u.test(number) ? null : number.slice(0, 60).toWellFormed();
}

/** Whether an address is one of these, or in one of these networks. */
export function addressList(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', prefix] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether something came by the very way that leads to a trunk: the same port over UDP, the same connection otherwise. One
 * address may hold a trunk and phones.
 */
export function isSameWay(heard: Flow, own: Flow | undefined): boolean {
  if (heard === own) return true;
  return heard.transport === 'udp' && own?.transport === 'udp' && heard.remote.port === own.remote.port;
}
