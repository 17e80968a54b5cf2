import type { LogMode } from '@sidetone/contract/entities/call-log.ts';
import type { Direction } from '@sidetone/contract/entities/common.ts';
import type { Preferences } from '@sidetone/contract/entities/preferences.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { type CallState, isFinal } from '@sidetone/contract/rules/call-states.ts';
import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import type { LoggingConfig } from './logging-panel.ts';

/** A call as this window sees it, as far as its log depends on it. */
export interface SeenCall {
  readonly id: string;
  readonly direction: Direction;
  readonly state: CallState;
  readonly number: string | null;
  readonly remote: Remote | null;
  readonly establishedAt: number | null;
}

/** Whether a call can be logged now: it is established, or goes out, and it is none within the company. KEY-016 */
export function isLoggable({ direction, state, number, remote, establishedAt }: SeenCall): boolean {
  if (isFinal(state) || remote?.isTeam === true || (number !== null && isSpecialDial(number))) return false;
  return establishedAt !== null || direction === 'OUTGOING';
}

/** How the panel opens by itself: `auto` closes and logs, `ask` waits for its user, `off` has none. SLOG-001 */
export function configOf(mode: LogMode): LoggingConfig | null {
  if (mode === 'off') return null;
  return { autoClose: mode === 'auto', logOnClose: mode === 'auto' };
}

/** The call that the key logs: the first that can be. Undefined where there is none, which is logged. SERR-064 */
export function callOfKey<Call extends SeenCall>(
  calls: readonly Call[],
  configOfChannel: (call: Call) => LoggingConfig | null,
): Call | undefined {
  const call = calls.find((one) => isLoggable(one) && configOfChannel(one) !== null);
  if (call === undefined) console.warn('[crm-logging] no call to log: none is established or goes out');
  return call;
}

/** The panel that a user opens. SLOG-002 */
export const openedByHand: LoggingConfig = { autoClose: false, logOnClose: false };

/** Whether the panel opens with calls of this direction, on this device. */
export function opensWith(
  direction: Direction,
  {
    callWindowBehaviorIncoming: incoming,
    callWindowBehaviorOutgoing: outgoing,
  }: Pick<Preferences, 'callWindowBehaviorIncoming' | 'callWindowBehaviorOutgoing'>,
): boolean {
  return (direction === 'INCOMING' ? incoming : outgoing).openCallLogging;
}

/** What became of the panel of a call. A call that is `settled` opens none. */
export type Stage = 'seen' | 'settled';

/** The next stage of a call, and whether its panel opens now. `isFree`: there is no other panel. */
export function stageOf(
  call: SeenCall,
  before: Stage | undefined,
  { wanted, isFree }: { wanted: boolean; isFree: boolean },
): { stage: Stage; opens: boolean } {
  if (before === 'settled') return { stage: 'settled', opens: false };
  // One that was answered before it was seen began before this page was loaded.
  const isOld = before === undefined && call.direction === 'INCOMING' && call.establishedAt !== null;
  if (!wanted || isOld || isFinal(call.state)) return { stage: 'settled', opens: false };
  const opens = isLoggable(call) && isFree;
  return { stage: opens ? 'settled' : 'seen', opens };
}
