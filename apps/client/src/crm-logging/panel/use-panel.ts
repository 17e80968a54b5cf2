import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';
import { closeLogging, type LoggingRequest, leavesBy, staysOpen } from '../logging-panel.ts';
import { openedPanel, type Panel, type PanelEvent, panelStep } from '../panel.ts';

interface PanelPlace {
  readonly request: LoggingRequest;
  readonly isUpdate: boolean;
  readonly isOver: boolean;
  /** Saves what was typed last. Never rejects. */
  readonly flush: () => Promise<unknown>;
  /** Creates the follow-up task where it is ready for that. Never rejects. */
  readonly createTask: () => Promise<void>;
}

/** The panel as its reducer has it, with its presses and what happens when it is left. */
export function usePanel({ request, isUpdate, isOver, flush, createTask }: PanelPlace) {
  const { t } = useWords();
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
    const { channelId, sessionId } = request.call;
    await flush();
    try {
      await call(callLogRoutes.closeCallLog, { params: { channelId, sessionId }, body: { ready: how === 'log' } });
    } catch (cause) {
      const code = codeOf(cause);
      console.warn('[crm-logging] log not closed:', code);
      if (how === 'log') {
        toast({ tone: 'error', title: t(($) => $.crmLogging.notLogged), text: t(($) => $.errors[code]) });
        return tell({ is: 'stayed' });
      }
    }
    if (how === 'log') await createTask();
    closeLogging(request);
  });
  useEffect(() => {
    if (panel.leaving !== null) void leave(panel.leaving);
  }, [panel.leaving]);

  return { panel, tell };
}

const presses = ['pointerdown', 'click'] as const;

/** A press anywhere in the window pauses the countdown, by a pointer or by the keyboard; SLOG-005. Keys do so in the panel, see there. */
function usePresses({ countdown }: Panel, tell: (event: PanelEvent) => void): void {
  const runs = countdown.is === 'runs';
  useEffect(() => {
    if (!runs) return;
    const onPress = () => tell({ is: 'touched' });
    // What is pressed by Enter or the space bar is clicked without a pointer.
    for (const kind of presses) document.addEventListener(kind, onPress, true);
    return () => {
      for (const kind of presses) document.removeEventListener(kind, onPress, true);
    };
  }, [runs, tell]);
}
