import { closeAfterSeconds } from '@sidetone/contract/rules/crm/log-limits.ts';

/**
 * The time that a panel leaves after its call before it closes by itself. `rests`: it does not close, or the call is not
 * over; `runs`: it closes at this moment, in milliseconds since 1970; `paused`: a user wanted more time; `over`: it closes.
 */
export type Countdown =
  | { readonly is: 'rests' }
  | { readonly is: 'runs'; readonly endsAt: number }
  | { readonly is: 'paused' }
  | { readonly is: 'over' };

export type CountdownEvent =
  /** The call ended, or the panel opened about one that has. */
  | { readonly is: 'callEnded'; readonly now: number }
  | { readonly is: 'ticked'; readonly now: number }
  /** A press anywhere, or a key in the panel. SLOG-005, SLOG-006 */
  | { readonly is: 'touched' }
  /** By its button or by Escape. SLOG-007, SLOG-008 */
  | { readonly is: 'forced' };

export const resting: Countdown = { is: 'rests' };

/** Moves the countdown. It begins once; a user who paused it is not hurried again. */
export function countdownStep(before: Countdown, event: CountdownEvent): Countdown {
  switch (event.is) {
    case 'callEnded':
      return before.is === 'rests' ? { is: 'runs', endsAt: event.now + closeAfterSeconds * 1000 } : before;
    case 'ticked':
      return before.is === 'runs' && event.now >= before.endsAt ? { is: 'over' } : before;
    case 'touched':
      return before.is === 'runs' ? { is: 'paused' } : before;
    case 'forced':
      return { is: 'over' };
  }
}

const presses = ['pointerdown', 'click'] as const;

/**
 * Calls `onPress` for each press in a window, by a pointer or by the keyboard, even where the part that was pressed keeps it
 * to itself. Returns the way to stop. SLOG-005
 */
export function followPresses(
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  onPress: () => void,
): () => void {
  // What is pressed by Enter or the space bar is clicked without a pointer.
  for (const kind of presses) window.addEventListener(kind, onPress, { capture: true });
  return () => {
    for (const kind of presses) window.removeEventListener(kind, onPress, { capture: true });
  };
}

/** Whether a key in the panel pauses the countdown: all that one writes with, and none that ends it. SLOG-006, SLOG-008 */
export const isWritingKey = ({
  key,
  metaKey,
  ctrlKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): boolean =>
  key !== 'Escape' && !metaKey && !ctrlKey && !altKey;

/** Whole seconds that are left, and how much of the time has passed, 0 to 1; null while nothing runs. */
export function leftOf(countdown: Countdown, now: number): { seconds: number; passed: number } | null {
  if (countdown.is !== 'runs') return null;
  const seconds = Math.min(closeAfterSeconds, Math.max(0, (countdown.endsAt - now) / 1000));
  return { seconds: Math.ceil(seconds), passed: 1 - seconds / closeAfterSeconds };
}
