import { openCompanyLimits } from '../companies/company-limits.ts';
import { outboundPolicy } from '../features/guards/outbound-policy.ts';
import type { ServicesGround } from './ground.ts';

/**
 * What may be called and how many calls companies have, how many calls there are audio ports for, each of which has a pair, and where
 * tests of trunks are kept.
 */
export async function limitsOfCalls({ config, db, feed, log, owner, keep }: ServicesGround) {
  const { rtpPorts, dataDir } = config;
  const audioPorts = Math.floor((rtpPorts.to - rtpPorts.from + 1) / 2);
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'companies: reading their limits failed');
  const companyCalls = await openCompanyLimits({ db, dataDir, node: owner.node, feed, onTrouble });
  keep('limits of companies', companyCalls.stop);
  return { policy: outboundPolicy(db), audioPorts, companyCalls, lineTestFolder: `${dataDir}/line-tests` };
}
