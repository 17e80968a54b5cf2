import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { parseVia } from '@sidetone/sip/grammar/via.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { FoundPlace } from './accounts/sip-place.ts';
import { type Binding, needsItsConnection } from './registrar/bindings.ts';
import type { Address, Flow } from './wires/flow.ts';

/** The ways out that do not begin with somebody coming in. */
export interface WaysOut {
  udp(remote: Address): Flow | undefined;
  tcp(remote: Address): Flow | undefined;
  /** `name`: what the certificate there has to be for. */
  tls?(remote: Address, name: string): Flow | undefined;
}

/**
 * RFC 3261 §18.2.2: without `rport` a datagram is answered to the port in its Via, where old phones listen that send from
 * another one. Behind a NAT the Via names another address, and only the port that it came from leads back.
 */
export function answeredOver({ headers }: SipRequest, source: Flow, { udp }: WaysOut): Flow {
  const via = source.transport === 'udp' ? parseVia(headers.list('Via')[0] ?? '') : undefined;
  const { address, port } = source.remote;
  if (!via || via.parameters.has('rport') || via.host.replace(/^\[|\]$/g, '') !== address) return source;
  const listensAt = via.port ?? 5060;
  return listensAt === port ? source : (udp({ address, port: listensAt }) ?? source);
}

/**
 * A way to this address at the port of the URI. Users who may register must not have this server connect to any address
 * they name: only back to their own.
 */
export function flowToTarget({ tcp }: WaysOut, text: string, address: string): Flow | undefined {
  const uri = parseUri(text);
  return uri && tcp({ address, port: uri.port ?? 5060 });
}

/** The way to a binding's device; undefined when there is none at the moment. */
export function flowToDevice(waysOut: WaysOut, binding: Binding): Flow | undefined {
  if (binding.transport === 'udp') {
    // Behind a NAT only the port that the REGISTER came from leads back. Without one the contact's own port counts:
    // a device may register from one port and listen on another (RFC 3261 §10.2.1).
    const contact = parseUri(binding.contactUri);
    const isDirect = contact?.host.replace(/^\[|\]$/g, '') === binding.remoteAddress;
    const port = isDirect ? (contact.port ?? 5060) : binding.remotePort;
    return waysOut.udp({ address: binding.remoteAddress, port });
  }
  if (binding.flow?.open) return binding.flow;
  return needsItsConnection(binding) ? undefined : flowToTarget(waysOut, binding.contactUri, binding.remoteAddress);
}

/** The way to where a registrar or trunk was found. */
export const flowToPlace = (waysOut: WaysOut, { address, port, transport, name }: FoundPlace): Flow | undefined =>
  transport === 'tls' ? waysOut.tls?.({ address, port }, name) : waysOut[transport]({ address, port });
