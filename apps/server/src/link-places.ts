import type { OwnNames } from './api/own-names.ts';
import { isLoopbackHost } from './api/own-names.ts';
import { type Config, isOpenToOthers } from './config.ts';
import type { LinkPlace } from './features/administration/users/send-link.ts';
import { lanAddresses } from './supervisor/lan-addresses.ts';

type Reached = Pick<Config, 'host' | 'port' | 'httpsPort' | 'publicUrl' | 'publicAddresses'>;

/**
 * Where links for other people lead: to `PUBLIC_URL`; else to where the asker is, if that is a name of ours by which
 * others reach this machine; else to the first address by which they do. Without any of these the link says where this
 * machine finds itself, and that nobody else does.
 */
export const linkPlaceAt =
  (config: Reached, own: OwnNames | null) =>
  (asked: string | null): LinkPlace => {
    const { host, port, httpsPort, publicUrl, publicAddresses } = config;
    if (publicUrl !== undefined) {
      return { origin: publicUrl, reach: isLoopbackHost(new URL(publicUrl).hostname) ? 'thisMachine' : 'others' };
    }
    const used = asked !== null && own?.isOwnOrigin(asked) ? new URL(asked) : null;
    if (!isOpenToOthers(config)) {
      const itself = host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
      return { origin: used?.origin ?? `http://${itself}:${port}`, reach: 'thisMachine' };
    }
    if (used && !isLoopbackHost(used.hostname)) return { origin: used.origin, reach: 'others' };
    const [address] = [...lanAddresses(host), ...publicAddresses];
    if (address === undefined) return { origin: used?.origin ?? `http://localhost:${port}`, reach: 'thisMachine' };
    return { origin: `https://${address.includes(':') ? `[${address}]` : address}:${httpsPort}`, reach: 'others' };
  };
