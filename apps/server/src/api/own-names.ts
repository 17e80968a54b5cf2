import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * The host names that this server answers to: addresses, `localhost`, the machine's own name (also as mDNS says it),
 * and the names in its certificate. Pages under any other name that points here are not ours.
 */
export function ownNames(certificate?: string | Buffer): (name: string) => boolean {
  const machine = hostname().toLowerCase();
  const short = machine.split('.')[0] ?? machine;
  const known = new Set(['localhost', machine, short, `${short}.local`]);
  const parsed = certificate === undefined ? undefined : new X509Certificate(certificate);
  return (name) => {
    const bare = name.toLowerCase().replace(/^\[|\]$/g, '');
    return isIP(bare) !== 0 || known.has(bare) || parsed?.checkHost(bare) !== undefined;
  };
}
