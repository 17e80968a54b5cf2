import type { SetUpState } from '@sidetone/contract/entities/admin-account.ts';
import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';

/** The state of a company’s line, from its trunks: one that works is enough, and it needs a number. */
export function lineState(trunks: readonly TrunkState[], hasNumbers: boolean): SetUpState {
  if (trunks.length === 0) return 'open';
  if (trunks.includes('registered') || trunks.includes('reachable')) return hasNumbers ? 'done' : 'waiting';
  return trunks.includes('failing') ? 'failed' : 'waiting';
}
