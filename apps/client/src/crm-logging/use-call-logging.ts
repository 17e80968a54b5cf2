import { callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import { useHotkey } from '@tanstack/react-hotkeys';
import { type CallsView, useCallsView } from '#calls/calls.ts';
import { useChannels } from '#channels/channels.ts';
import { useLive } from '#live/queries/live.ts';
import { useLoggingCrms } from '#live/queries/logging-crms.ts';
import { callLoggingHotkey } from '#platform/shortcuts.ts';
import { callOfKey, configOf, openedByHand } from './arriving-calls.ts';
import { type LoggingConfig, leaveLogging, loggingPanel, openLogging } from './logging-panel.ts';
import { useArrivingCalls } from './use-arriving-calls.ts';

type Call = CallsView['calls'][number];

/**
 * Opens the panel of a call's log: with calls, where the user wants that on this device and the mode of the channel
 * allows it (SLOG-001), and by its key (KEY-016). Only where a connected CRM takes calls.
 */
export function useCallLogging(webUserId: string | null): void {
  const { calls } = useCallsView();
  const channels = useChannels();
  const hasCrm = useLoggingCrms().length > 0;
  const modes = useLive(callLogQueries.logModes, {});
  const mine = channels.own?.id ?? null;
  const ready = hasCrm && modes.status !== 'loading';

  const open = (call: Call, config: LoggingConfig) => {
    const channelId = call.channelId ?? mine;
    if (channelId === null || webUserId === null) return;
    const { id, docId, direction, number, startedAt, establishedAt } = call;
    openLogging({
      config,
      webUserId,
      contact: call.remote,
      call: {
        channelId,
        sessionId: id,
        docId,
        direction,
        number,
        startedAt: new Date(startedAt).toISOString(),
        establishedAt: establishedAt === null ? null : new Date(establishedAt).toISOString(),
      },
    });
  };
  /** How the panel opens with this call; null where its channel logs none. */
  const configOfChannel = ({ channelId }: Call) => {
    const mode = modes.rows.find(({ id }) => id === (channelId ?? mine))?.mode;
    return mode === undefined ? null : configOf(mode);
  };

  useArrivingCalls({ calls, ready, configOf: configOfChannel, open });

  useToggleKey(hasCrm, () => {
    const call = callOfKey(calls, configOfChannel);
    if (call !== undefined) open(call, openedByHand);
  });
}

/** The key that opens the panel, and closes one that is open. KEY-016 */
function useToggleKey(enabled: boolean, onOpen: () => void): void {
  useHotkey(
    callLoggingHotkey,
    (event) => {
      // On Windows AltGr arrives as Ctrl and Alt: the user types a letter.
      if (event.repeat || event.getModifierState('AltGraph')) return;
      event.preventDefault();
      if (loggingPanel.getState().request === null) onOpen();
      else leaveLogging();
    },
    { enabled, ignoreInputs: false, preventDefault: false },
  );
}
