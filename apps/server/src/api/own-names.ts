import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** Which names this server answers to. Pages under any other name that points here are not ours. */
export interface OwnNames {
  /** Whether a host name or address is ours; upper case and the brackets of IPv6 do not matter. */
  isOwnHost(name: string): boolean;
  /** Whether scheme, host and port are ours, such as `http://localhost:8080`; false for what is no origin. */
  isOwnOrigin(origin: string): boolean;
  /** The company whose own host a name is; null: the name is nobody's, or the server's. */
  companyOf(host: string): CompanyOfHost | null;
}

/** A company that has a host name of its own. */
export interface CompanyOfHost {
  readonly accountId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  /** Scheme, host and port where its users find this server. */
  readonly origin: string;
}

interface Known {
  /** PEM of the certificate that HTTPS is served with by now. */
  readonly certificate?: (() => string) | undefined;
  /** Origin that the operator set. */
  readonly publicUrl?: string | undefined;
  /** Addresses under which routers in front know this machine. */
  readonly publicAddresses?: readonly string[];
  /** The hosts of companies, by their names in small letters. */
  readonly companies?: { of(host: string): CompanyOfHost | undefined };
  /** Ports that are listened on. */
  ports(): readonly number[];
  /** Addresses of this machine's interfaces; for tests. */
  readonly interfaces?: () => readonly string[];
}

/**
 * Ours are the addresses of this machine's interfaces, loopback, `PUBLIC_ADDRESS`, `localhost`, the machine's own name
 * (also as mDNS says it) and the names in its certificate, with the ports that are listened on or with those that a
 * browser leaves out, which routers forward; and `PUBLIC_URL` as it is. An address is not ours merely because it is one:
 * who asks writes the Host header.
 */
export function ownNames(known: Known): OwnNames {
  const { certificate, publicUrl, publicAddresses = [], companies, ports, interfaces = interfaceAddresses() } = known;
  const machine = hostname().toLowerCase();
  const short = machine.split('.')[0] ?? machine;
  const names = new Set(['localhost', machine, short, `${short}.local`]);
  const addresses = new Set(publicAddresses.map(plainForm));
  const parsed = certificate && parsedOnce(certificate);
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;

  const isOwnHost = (name: string): boolean => {
    const bare = name.toLowerCase().replace(/^\[|\]$/g, '');
    if (isIP(bare) === 0) {
      if (names.has(bare) || bare === publicHost || companies?.of(bare)) return true;
      return parsed?.().checkHost(bare) !== undefined;
    }
    const address = plainForm(bare);
    if (isLoopbackHost(address) || addresses.has(address) || address === publicHost?.replace(/^\[|\]$/g, ''))
      return true;
    return interfaces().some((one) => plainForm(one) === address);
  };
  return {
    isOwnHost,
    companyOf: (host) => companies?.of(host.toLowerCase()) ?? null,
    isOwnOrigin(origin) {
      if (!URL.canParse(origin)) return false;
      const { origin: plain, hostname: host, port } = new URL(origin);
      if (plain === publicUrl || companies?.of(host)?.origin === plain) return true;
      return (port === '' || ports().includes(Number(port))) && isOwnHost(host);
    },
  };
}

const parsedOnce = (certificate: () => string): (() => X509Certificate) => {
  let known: { readonly text: string; readonly parsed: X509Certificate } | undefined;
  return () => {
    const text = certificate();
    if (known?.text !== text) known = { text, parsed: new X509Certificate(text) };
    return known.parsed;
  };
};

/** Whether a name or address leads nobody but this machine to this machine. */
export const isLoopbackHost = (name: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name.toLowerCase());

/** IPv6 in its one short form. */
const plainForm = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1) : address;

/** Interfaces come and go, but not so fast that they need to be asked for with every request. */
const lookAgainMs = 5_000;

const interfaceAddresses = (): (() => readonly string[]) => {
  let found: readonly string[] = [];
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() >= until) {
      found = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
      until = performance.now() + lookAgainMs;
    }
    return found;
  };
};
