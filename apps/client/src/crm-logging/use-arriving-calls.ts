import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CallsView } from '#calls/calls.ts';
import { currentPreferences } from '#platform/preferences.ts';
import { opensWith } from './arriving-calls.ts';
import { type LoggingConfig, loggingPanel } from './logging-panel.ts';
import { showsPanelOf, turnOfTab } from './opening-tab.ts';
import { panelOpener } from './panel-opener.ts';
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

/** Opens the panel with calls, where the user wants that on this device. SLOG-001 */
export function useArrivingCalls({ calls, ready, configOf, open }: ArrivingCalls): void {
  const isFree = useStore(loggingPanel, ({ request }) => request === null);
  const latest = useRef({ configOf, open });
  const writing = useRef<ReturnType<typeof followWriting> | null>(null);
  const [opener] = useState(() =>
    panelOpener<Call>({
      turnOf: (callId) => turnOfTab(callId, tab),
      writingOver: async () => await writing.current?.over(),
      isFree: () => loggingPanel.getState().request === null,
      open: (call, config) => latest.current.open(call, config),
      configOf: (call) => (opensWith(call.direction, currentPreferences()) ? latest.current.configOf(call) : null),
    }),
  );
  useEffect(() => {
    latest.current = { configOf, open };
  });
  useEffect(() => {
    const followed = followWriting(window, isInField);
    writing.current = followed;
    return followed.stop;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel that was closed makes room for the next call
  useEffect(() => opener.look(calls, ready), [opener, calls, ready, isFree]);
  useEffect(() => opener.stop, [opener]);
  useTellsTabs();
}

/** Other tabs of the browser know whose panel this one shows. */
function useTellsTabs(): void {
  const shown = useStore(loggingPanel, ({ request }) => request?.call.sessionId ?? null);
  useEffect(() => (shown === null ? undefined : showsPanelOf(shown, tab)), [shown]);
}
