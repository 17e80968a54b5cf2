import { type RegisterableHotkey, useHotkeys } from '@tanstack/react-hotkeys';
import { usePreferences } from '#platform/preferences.ts';
import { type Running, readyKeys } from '../running.ts';
import { callHotkeys } from './call-keys.ts';
import type { CallActions } from './Pad.tsx';

interface Answers {
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

/**
 * The keyboard of the dock: plain letters answer what `rings`, everything else carries modifiers and works wherever the
 * focus is. A key that is disabled on the screen is disabled here too. `leave` is what hanging up does where nothing is
 * `running`.
 */
export function useCallHotkeys(
  running: Running | null,
  actions: CallActions,
  rings: Answers | null,
  leave: (() => void) | null,
): void {
  const ready = running === null ? null : readyKeys(running);
  const { onSwitch, onHangUp } = actions;
  const { shortcutsEnabled } = usePreferences();
  const keys = [
    plain(callHotkeys.accept, () => rings?.onAccept(), rings !== null),
    plain(callHotkeys.decline, () => rings?.onDecline(), rings !== null),
    combined(callHotkeys.mute, actions.onMute, running !== null),
    combined(callHotkeys.keypad, actions.onKeypad, ready?.keypad === true),
    combined(callHotkeys.record, actions.onRecord, ready?.record === true),
    combined(callHotkeys.add, actions.onAdd, ready?.add === true),
    combined(callHotkeys.addAlso, actions.onAdd, ready?.add === true),
    combined(callHotkeys.hold, actions.onHold, ready?.hold === true),
    combined(callHotkeys.switch, () => onSwitch(), ready?.switch === true),
    combined(
      callHotkeys.conference,
      ready?.join ? actions.onJoin : actions.onConference,
      ready?.conference === true || ready?.join === true,
    ),
    // With nothing but a ringing call, hanging up declines it.
    combined(callHotkeys.hangUp, running === null ? () => leave?.() : onHangUp, running !== null || leave !== null),
  ];
  useHotkeys(
    keys.map((key) => ({ ...key, options: { ...key.options, enabled: key.options.enabled && shortcutsEnabled } })),
  );
}

function combined(hotkey: RegisterableHotkey, press: () => void, enabled: boolean) {
  return keyOf(hotkey, press, enabled, false);
}

/** A letter alone: never while the user types text. */
function plain(hotkey: RegisterableHotkey, press: () => void, enabled: boolean) {
  return keyOf(hotkey, press, enabled, true);
}

function keyOf(hotkey: RegisterableHotkey, press: () => void, enabled: boolean, ignoreInputs: boolean) {
  return {
    hotkey,
    callback: (event: KeyboardEvent) => {
      // AltGr arrives as Ctrl and Alt on Windows, where it types a letter. A key that is held down presses once.
      if (event.repeat || event.getModifierState('AltGraph')) return;
      event.preventDefault();
      press();
    },
    options: { enabled, ignoreInputs, preventDefault: false },
  };
}
