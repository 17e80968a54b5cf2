import { isIP } from 'node:net';
import { parseUri, serializeUri } from '@sidetone/sip/grammar/uri.ts';

type PlaceTransport = 'udp' | 'tcp' | 'tls';

/** A registrar or proxy as somebody typed it. */
export interface SipPlace {
  /** Brackets of IPv6 addresses left out. */
  readonly host: string;
  readonly port: number | undefined;
  readonly transport: PlaceTransport;
}

/** One address to send to, and all that requests of this place may come from. */
export interface FoundPlace {
  readonly address: string;
  readonly port: number;
  readonly transport: PlaceTransport;
  /** What a certificate has to be for (RFC 5922 §7.2): the name that was asked for, not that of its SRV record. */
  readonly name: string;
  readonly addresses: readonly string[];
}

/** What a name service is asked; each rejects when it knows nothing. */
export interface NameService {
  /** IP addresses of a host, the preferred one first. */
  addressesOf(host: string): Promise<readonly string[]>;
  /** SRV records (RFC 3263 §4.2), the preferred one first. */
  servicesOf(name: string): Promise<readonly { readonly name: string; readonly port: number }[]>;
}

/** Reads `sip:host:port;transport=tls`, `sips:host`, `host:port` or `host`; undefined when it is none, or wants what we don't speak. */
export function readPlace(text: string): SipPlace | undefined {
  const trimmed = text.trim();
  const uri = parseUri(/^sips?:/i.test(trimmed) ? trimmed : `sip:${trimmed}`);
  if (!uri || uri.scheme === 'tel') return undefined;
  const named = uri.parameters.get('transport')?.toLowerCase() ?? 'udp';
  // RFC 3261 §26.2.2: `sips` is TLS over whatever the parameter names.
  const transport = uri.scheme === 'sips' ? 'tls' : named;
  if (transport !== 'udp' && transport !== 'tcp' && transport !== 'tls') return undefined;
  return { host: uri.host.replace(/^\[|\]$/g, ''), port: uri.port, transport };
}

/** The domain of a registrar as it is written in request URIs and addresses of record: without port and parameters. */
export function domainOf(place: SipPlace): string {
  return isIP(place.host) === 6 ? `[${place.host}]` : place.host;
}

/** The URI of REGISTER requests (RFC 3261 §10.2: no user part). */
export function registrarUri(place: SipPlace): string {
  const port = place.port === undefined ? {} : { port: place.port };
  return serializeUri({ scheme: 'sip', host: domainOf(place), ...port, parameters: new Map() });
}

/** The port that is named, else the transport's own; a service record may name another. */
export function portOf({ port, transport }: SipPlace): number {
  return port ?? usualPort(transport);
}

const usualPort = (transport: PlaceTransport): number => (transport === 'tls' ? 5061 : 5060);

/** A Route value that leads over an outbound proxy first. */
export function routeTo(place: SipPlace): string {
  const parameters = new Map([
    ...(place.transport === 'udp' ? [] : [['transport', place.transport] as const]),
    ['lr', ''] as const,
  ]);
  const port = place.port === undefined ? {} : { port: place.port };
  return `<${serializeUri({ scheme: 'sip', host: domainOf(place), ...port, parameters })}>`;
}

/** A place leads only to where the user who entered it may not have anything sent. Never tells the address. */
export class OutOfReach extends Error {
  constructor(host: string) {
    super(`${host} is in the internal network of this server`);
    this.name = 'OutOfReach';
  }
}

/** How many targets of a service are looked up; only providers larger than any trunk here have more. */
const mostTargets = 4;

/**
 * Where a place is in the network: the address itself, its SRV records where no port is named, else its host. Of several targets and
 * addresses the preferred one counts, and each `turn` the next one, round and round: without an answer there, another one is
 * tried (RFC 3263 §4.3). Rejects with `OutOfReach` where it has addresses and none may be reached. `mayReach` is asked with the name
 * that led to an address.
 */
export async function findPlace(
  place: SipPlace,
  names: NameService,
  mayReach: (host: string, address: string) => boolean = () => true,
  turn = 0,
): Promise<FoundPlace> {
  const { host, port, transport } = place;
  const usual = usualPort(transport);
  if (isIP(host) !== 0) {
    if (!mayReach(host, host)) throw new OutOfReach(host);
    return { address: host, port: port ?? usual, transport, name: host, addresses: [host] };
  }
  const record = transport === 'tls' ? `_sips._tcp.${host}` : `_sip._${transport}.${host}`;
  const services = port === undefined ? await servicesOf(record, names) : [];
  const targets = services.length > 0 ? services : [{ name: host, port: port ?? usual }];
  const all = await addressesOf(targets, names);
  if (all.length === 0) throw new Error(`${host} has no address`);
  const ways = all.filter(({ target, address }) => mayReach(host, address) || mayReach(target.name, address));
  const way = ways[turn % ways.length];
  if (way === undefined) throw new OutOfReach(host);
  const addresses = [...new Set(ways.map(({ address }) => address))];
  return { address: way.address, port: way.target.port, transport, name: host, addresses };
}

interface Target {
  readonly name: string;
  readonly port: number;
}

/** Addresses of all targets, in their order; what has none is left out, and the failure is told where all have none. */
async function addressesOf(
  targets: readonly Target[],
  names: NameService,
): Promise<{ readonly target: Target; readonly address: string }[]> {
  const found = await Promise.allSettled(targets.map(({ name }) => names.addressesOf(name)));
  const failed = found.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected' && found.every(({ status }) => status === 'rejected')) throw failed.reason;
  return targets.flatMap((target, at) => {
    const answer = found[at];
    return answer?.status === 'fulfilled' ? answer.value.map((address) => ({ target, address })) : [];
  });
}

const servicesOf = async (name: string, names: NameService): Promise<readonly Target[]> => {
  try {
    return (await names.servicesOf(name)).slice(0, mostTargets);
  } catch {
    // Most hosts have no such record; their address is asked for next, and that failing is told.
    return [];
  }
};
