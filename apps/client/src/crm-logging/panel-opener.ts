import { type SeenCall, type Stage, stageOf } from './arriving-calls.ts';
import type { LoggingConfig } from './logging-panel.ts';
import type { turnOfTab } from './opening-tab.ts';

/** A call that could not open its panel yet is looked at again after this long, in milliseconds. */
export const againAfterMs = 1_000;

interface OpenerParts<Call extends SeenCall> {
  /** Whether the panel of a call opens in this tab. */
  readonly turnOf: (callId: string) => ReturnType<typeof turnOfTab>;
  /** Resolves once the user does not write. */
  readonly writingOver: () => Promise<unknown>;
  /** There is no panel now. */
  readonly isFree: () => boolean;
  readonly open: (call: Call, config: LoggingConfig) => void;
  /** How the panel opens with this call; null where its channel, or its user on this device, wants none. */
  readonly configOf: (call: Call) => LoggingConfig | null;
}

interface PanelOpener<Call extends SeenCall> {
  /** The calls as they are now, or the panel was closed. `ready`: it is known which calls are logged at all. */
  readonly look: (calls: readonly Call[], ready: boolean) => void;
  readonly stop: () => void;
}

/**
 * Opens the panel with calls: in one tab of the browser, one call after the other, and not while the user writes. A call
 * whose turn comes later is looked at again, until it has opened its panel or ended. SLOG-001
 */
export function panelOpener<Call extends SeenCall>(parts: OpenerParts<Call>): PanelOpener<Call> {
  const stages = new Map<string, Stage>();
  /** What ends the turn of this tab, by call. */
  const turns = new Map<string, () => void>();
  let seen: { readonly calls: readonly Call[]; readonly ready: boolean } = { calls: [], ready: false };
  let again: ReturnType<typeof setTimeout> | undefined;

  const take = async (call: Call, config: LoggingConfig): Promise<void> => {
    const turn = await parts.turnOf(call.id);
    if (turn.is === 'elsewhere') return;
    if (turn.is === 'here') {
      await parts.writingOver();
      if (parts.isFree()) {
        turns.set(call.id, turn.release);
        return parts.open(call, config);
      }
      turn.release();
    }
    if (!stages.has(call.id)) return;
    stages.set(call.id, 'seen');
    clearTimeout(again);
    again = setTimeout(look, againAfterMs);
  };

  function look(): void {
    const { calls, ready } = seen;
    for (const id of stages.keys()) if (!calls.some((call) => call.id === id)) stages.delete(id);
    for (const [id, release] of turns) {
      if (stages.has(id)) continue;
      release();
      turns.delete(id);
    }
    if (!ready) return;
    let isFree = parts.isFree();
    for (const call of calls) {
      const config = parts.configOf(call);
      const { stage, opens } = stageOf(call, stages.get(call.id), { wanted: config !== null, isFree });
      stages.set(call.id, stage);
      if (!opens || config === null) continue;
      take(call, config).catch((cause: unknown) => console.error('[crm-logging] panel not opened:', cause));
      // One panel at a time: what else runs waits for this one.
      isFree = false;
    }
  }

  return {
    look(calls, ready) {
      seen = { calls, ready };
      look();
    },
    stop: () => clearTimeout(again),
  };
}
