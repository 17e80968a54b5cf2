import { type Countdown, type CountdownEvent, countdownStep, resting } from './countdown.ts';
import type { LoggingConfig } from './logging-panel.ts';
import { closedPicker, type Picker, type PickerEvent, pickerStep } from './picker.ts';

/** The panel of a call's log, as far as it is no document. */
export interface Panel {
  readonly config: LoggingConfig;
  readonly isOver: boolean;
  /** The call was logged before: nothing closes by itself, and changes reach what is written. SLOG-012 */
  readonly isUpdate: boolean;
  readonly countdown: Countdown;
  readonly picker: Picker;
  /** Logging failed: leaving it no longer logs, so that it can be left without a connection. */
  readonly hasFailed: boolean;
  /** It is being left: `log` writes the call, `draft` leaves it as it is. */
  readonly leaving: 'log' | 'draft' | null;
}

export type PanelEvent =
  | { readonly is: 'callEnded'; readonly now: number }
  | { readonly is: 'ticked'; readonly now: number }
  | { readonly is: 'touched' }
  /** Escape, or the cross. */
  | { readonly is: 'left' }
  /** The button that logs and closes. */
  | { readonly is: 'logged' }
  /** Leaving failed: users see the panel again and what went wrong. */
  | { readonly is: 'stayed' }
  /** It was taken out of its CRM: it is a draft again, that only the button logs. */
  | { readonly is: 'takenAway' }
  | { readonly is: 'picker'; readonly event: PickerEvent };

/** The panel as it opens. */
export function openedPanel(config: LoggingConfig, isUpdate: boolean): Panel {
  return {
    config,
    isOver: false,
    isUpdate,
    countdown: resting,
    picker: closedPicker,
    hasFailed: false,
    leaving: null,
  };
}

/** Moves the panel. Once it is being left only a failure of that brings it back. */
export function panelStep(before: Panel, event: PanelEvent): Panel {
  if (event.is === 'stayed') return { ...before, leaving: null, hasFailed: true, countdown: { is: 'paused' } };
  if (before.leaving !== null) return before;
  switch (event.is) {
    case 'callEnded':
      return ended(before, event.now);
    case 'ticked':
    case 'touched':
      return counted(before, event);
    case 'left':
      // Escape closes the overlay first. SLOG-008
      if (before.picker.open) return { ...before, picker: closedPicker };
      return { ...before, countdown: countdownStep(before.countdown, { is: 'forced' }), leaving: wayOut(before) };
    case 'logged':
      return { ...before, countdown: countdownStep(before.countdown, { is: 'forced' }), leaving: 'log' };
    case 'takenAway':
      return { ...before, isUpdate: false, config: { autoClose: false, logOnClose: false } };
    case 'picker':
      return { ...before, picker: pickerStep(before.picker, event.event) };
  }
}

function ended(before: Panel, now: number): Panel {
  if (before.isOver) return before;
  const after = { ...before, isOver: true };
  // SLOG-002: opened by hand it stays.
  return before.config.autoClose && !before.isUpdate ? counted(after, { is: 'callEnded', now }) : after;
}

function counted(before: Panel, event: CountdownEvent): Panel {
  const countdown = countdownStep(before.countdown, event);
  if (countdown === before.countdown) return before;
  return { ...before, countdown, leaving: countdown.is === 'over' ? wayOut(before) : null };
}

/** What leaving does: a call that runs is never logged by it, and a log that was written before is kept up to date. */
function wayOut({ config, isOver, isUpdate, hasFailed }: Panel): 'log' | 'draft' {
  if (hasFailed) return 'draft';
  return isUpdate || (isOver && config.logOnClose) ? 'log' : 'draft';
}
