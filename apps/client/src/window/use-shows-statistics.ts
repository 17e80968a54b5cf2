import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useLive } from '#live/queries/live.ts';

/**
 * Whether the left column has an entry for the statistics: not in the newer generation, unless they were switched on. None
 * until the features are known. SSHELL-005, SSHELL-006
 */
export function useShowsStatistics(): boolean {
  const flags = useLive(phoneQueries.flags, {}).rows[0]?.flags;
  return flags !== undefined && (!flags.hasNeoPbx || flags.hasStatistics);
}
