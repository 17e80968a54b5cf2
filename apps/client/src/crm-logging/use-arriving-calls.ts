import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CallsView } from '#calls/calls.ts';
import { currentPreferences } from '#platform/preferences.ts';
import { opensWith, type Stage, stageOf } from './arriving-calls.ts';
import { type LoggingConfig, loggingPanel } from './logging-panel.ts';
import { showsPanelOf, turnOfTab } from './opening-tab.ts';
import { followWriting, isInField } from './writing.ts';

type Call = CallsView['calls'][number];

interface ArrivingCalls {
  readonly calls: readonly Call[];
  /** It is known which CRMs take calls and how channels log theirs. */
  readonly ready: boolean;
  /** How the panel opens with this call; null where its channel logs none. */
  readonly configOf: (call: Call) => LoggingConfig | null;
  readonly open: (call: Call, config: LoggingConfig) => void;
}

const tab = { locks: navigator.locks, isHidden: () => document.visibilityState === 'hidden' };

/**
 * Opens the panel with calls, where the user wants that on this device: in one tab of the browser, one call after the
 * other, and not while the user writes. SLOG-001
 */
export function useArrivingCalls({ calls, ready, configOf, open }: ArrivingCalls): void {
  const isFree = useStore(loggingPanel, ({ request }) => request === null);
  const stages = useRef(new Map<string, Stage>());
  const turns = useRef(new Map<string, () => void>());
  const writing = useWriting();
  const configFor = useEffectEvent(configOf);
  /** Opens the panel, where it is this tab's turn; a call whose turn comes later is looked at again. */
  const take = useEffectEvent(async (call: Call, config: LoggingConfig) => {
    const turn = await turnOfTab(call.id, tab);
    if (turn.is === 'elsewhere') return;
    if (turn.is === 'here') {
      await writing.over();
      if (loggingPanel.getState().request === null) {
        turns.current.set(call.id, turn.release);
        return open(call, config);
      }
      turn.release();
    }
    if (stages.current.has(call.id)) stages.current.set(call.id, 'seen');
  });

  useEffect(() => {
    for (const id of stages.current.keys()) if (!calls.some((call) => call.id === id)) stages.current.delete(id);
    for (const [id, release] of turns.current) {
      if (stages.current.has(id)) continue;
      release();
      turns.current.delete(id);
    }
    if (!ready) return;
    let free = isFree;
    for (const call of calls) {
      const config = configFor(call);
      const wanted = config !== null && opensWith(call.direction, currentPreferences());
      const { stage, opens } = stageOf(call, stages.current.get(call.id), { wanted, isFree: free });
      stages.current.set(call.id, stage);
      if (!opens || config === null) continue;
      take(call, config).catch((cause: unknown) => console.error('[crm-logging] panel not opened:', cause));
      // One panel at a time: what else runs waits for this one.
      free = false;
    }
  }, [calls, ready, isFree]);
  useTellsTabs();
}

/** Whether the user writes in this window. */
function useWriting(): Pick<ReturnType<typeof followWriting>, 'over'> {
  const followed = useRef<ReturnType<typeof followWriting> | null>(null);
  useEffect(() => {
    const writing = followWriting(window, isInField);
    followed.current = writing;
    return writing.stop;
  }, []);
  const [writing] = useState(() => ({ over: async () => await followed.current?.over() }));
  return writing;
}

/** Other tabs of the browser know whose panel this one shows. */
function useTellsTabs(): void {
  const shown = useStore(loggingPanel, ({ request }) => request?.call.sessionId ?? null);
  useEffect(() => (shown === null ? undefined : showsPanelOf(shown, tab)), [shown]);
}
