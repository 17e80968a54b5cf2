import { Toast } from '@base-ui/react/toast';
import { loadPopups } from './popups/parts.ts';

export type ToastTone = 'info' | 'ok' | 'warn' | 'error';

type PressedButton = (() => void) | (() => Promise<boolean>);

export interface ToastRequest {
  /** A toast with the same id replaces the one before. */
  id?: string;
  title: string;
  text?: string;
  tone?: ToastTone;
  /** `run` may resolve later to whether its work is done; false keeps a toast that stays. */
  action?: { label: string; run: PressedButton };
  /** Stays until the user closes it or the work of its button is done, where something would be lost with it. */
  stays?: { onAnswered(): void };
}

/** How long a toast is shown, the delay before it appears, and the delay after its button was pressed. */
export const toastMs = 5000;
const appearsAfterMs = 300;
const goesAfterButtonMs = 100;

/** Toasts that are not shown yet; a later one with the same id replaces them. */
const coming = new Map<string, ReturnType<typeof setTimeout>>();
/** Toasts that go without an answer. */
const withdrawn = new Set<string>();
let made = 0;

/** What the corner of messages listens to, once it is drawn. */
export const cornerManager = Toast.createToastManager<{ tone: ToastTone }>();

type Shown = Parameters<typeof cornerManager.add>[0] & { id: string };

/** Messages that wait until their corner is drawn; null from then on. */
let waiting: Map<string, Shown> | null = new Map();

export const toastManager = {
  add(shown: Shown): void {
    if (waiting === null) return void cornerManager.add(shown);
    waiting.set(shown.id, shown);
    loadPopups();
  },
  close(id: string): void {
    if (!waiting?.delete(id)) cornerManager.close(id);
  },
};

/** The corner is drawn, and shows what was to be shown before. */
export function showWaitingToasts(): void {
  const shown = waiting ?? [];
  waiting = null;
  for (const [, each] of shown) cornerManager.add(each);
}

/**
 * Shows a short message a moment later, for five seconds unless it stays; screen readers read errors immediately, the
 * rest when they are free. Returns its id.
 */
export function toast(request: ToastRequest): string {
  made += 1;
  const shown = request.id ?? `toast-${made}`;
  clearTimeout(coming.get(shown));
  const show = () => {
    coming.delete(shown);
    toastManager.add(shownAs(shown, request));
  };
  coming.set(shown, setTimeout(show, appearsAfterMs));
  return shown;
}

/** Removes a toast that was not answered. */
export function withdrawToast(id: string): void {
  clearTimeout(coming.get(id));
  coming.delete(id);
  withdrawn.add(id);
  toastManager.close(id);
  withdrawn.delete(id);
}

function shownAs(id: string, { title, text, tone = 'info', action, stays }: ToastRequest): Shown {
  return {
    id,
    title,
    ...(text === undefined ? {} : { description: text }),
    timeout: stays ? 0 : toastMs,
    data: { tone },
    ...(stays ? { onClose: () => withdrawn.has(id) || stays.onAnswered() } : {}),
    ...(action ? { actionProps: { children: action.label, onClick: () => void press(id, action.run) } } : {}),
  };
}

async function press(id: string, run: PressedButton): Promise<void> {
  const done = run();
  if (done instanceof Promise && !(await done)) return;
  setTimeout(() => toastManager.close(id), goesAfterButtonMs);
}
