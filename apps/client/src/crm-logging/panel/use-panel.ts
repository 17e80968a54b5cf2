import { useEffect, useEffectEvent, useReducer } from 'react';
import { followPresses } from '../countdown.ts';
import { closeLogging, type LoggingRequest, leavesBy, staysOpen } from '../logging-panel.ts';
import { openedPanel, type Panel, type PanelEvent, panelStep } from '../panel.ts';
import { leaveLog } from './leave-log.ts';

interface PanelPlace {
  readonly request: LoggingRequest;
  readonly isUpdate: boolean;
  readonly isOver: boolean;
  /** Saves what was typed last. Never rejects. */
  readonly flush: () => Promise<unknown>;
}

/** The panel as its reducer has it, with its presses and what happens when it is left. */
export function usePanel({ request, isUpdate, isOver, flush }: PanelPlace) {
  const [panel, tell] = useReducer(panelStep, null, () => openedPanel(request.config, isUpdate));
  const { is } = panel.countdown;
  useEffect(() => {
    if (is === 'paused') staysOpen();
  }, [is]);
  useEffect(() => {
    if (isOver) tell({ is: 'callEnded', now: Date.now() });
  }, [isOver]);
  useEffect(() => leavesBy(() => tell({ is: 'left' })), []);
  usePresses(panel, tell);

  const leave = useEffectEvent(async (how: 'log' | 'draft') => {
    await flush();
    if ((await leaveLog(request.call, how)) === 'stayed') tell({ is: 'stayed' });
    else closeLogging(request);
  });
  useEffect(() => {
    if (panel.leaving !== null) void leave(panel.leaving);
  }, [panel.leaving]);

  return { panel, tell };
}

/** A press anywhere in the window pauses the countdown; SLOG-005. Keys do so in the panel, see there. */
function usePresses({ countdown }: Panel, tell: (event: PanelEvent) => void): void {
  const runs = countdown.is === 'runs';
  useEffect(() => {
    if (!runs) return;
    return followPresses(document, () => tell({ is: 'touched' }));
  }, [runs, tell]);
}
