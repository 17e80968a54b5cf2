import type { Config } from './config.ts';
import type { PhoneReach } from './features/phones/sip-accounts.ts';
import { privateHosts } from './network/private-hosts.ts';
import { lanAddresses } from './supervisor/lan-addresses.ts';

/**
 * Where SIP accounts lead whose registrars an administrator named: the public internet, hosts that the operator named, and
 * this server's own SIP, where a phone may be registered as one of another company is.
 */
export function reachOfPhones({
  host,
  sipPort,
  publicAddresses,
  integrationPrivateHosts,
}: Pick<Config, 'host' | 'sipPort' | 'publicAddresses' | 'integrationPrivateHosts'>): PhoneReach {
  const { mayReach } = privateHosts(integrationPrivateHosts);
  const isOwn = (address: string) =>
    address === '127.0.0.1' || address === '::1' || [...lanAddresses(host), ...publicAddresses].includes(address);
  return (named, address, port) => mayReach(named, address) || (port === sipPort && isOwn(address));
}
