import type { Config } from './config.ts';
import { outboundPolicy } from './features/guards/outbound-policy.ts';
import type { Database } from './storage/database.ts';

/** What may be called, how many calls there are audio ports for, each of which has a pair, and where tests of trunks are kept. */
export function limitsOfCalls({ rtpPorts, dataDir }: Pick<Config, 'rtpPorts' | 'dataDir'>, db: Database) {
  const audioPorts = Math.floor((rtpPorts.to - rtpPorts.from + 1) / 2);
  return { policy: outboundPolicy(db), audioPorts, lineTestFolder: `${dataDir}/line-tests` };
}
