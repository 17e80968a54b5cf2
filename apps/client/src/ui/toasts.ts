import { Toast } from '@base-ui/react/toast';

export type ToastTone = 'info' | 'ok' | 'warn' | 'error';

type PressedButton = (() => void) | (() => Promise<boolean>);

export interface ToastRequest {
  /** A toast with the same id takes the place of the one before. */
  id?: string;
  title: string;
  text?: string;
  tone?: ToastTone;
  /** `run` may say later whether it has done its work; false keeps a toast that stays. */
  action?: { label: string; run: PressedButton };
  /** Stays until someone closes it or its button has done its work, for what would be lost with it. */
  stays?: { onAnswered(): void };
}

/** How long a toast stays, how long after it was asked for it appears, and how long after its button it goes. */
export const toastMs = 5000;
const appearsAfterMs = 300;
const goesAfterButtonMs = 100;

/** Toasts that were asked for and are not shown yet; what is asked for under the same name meanwhile takes their place. */
const coming = new Map<string, ReturnType<typeof setTimeout>>();
/** Toasts that go without an answer. */
const withdrawn = new Set<string>();
let made = 0;

export const toastManager = Toast.createToastManager<{ tone: ToastTone }>();

/**
 * Shows a short message a moment later, for five seconds unless it stays; screen readers say errors immediately, the
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

/** Takes a toast away without anyone having answered it. */
export function withdrawToast(id: string): void {
  clearTimeout(coming.get(id));
  coming.delete(id);
  withdrawn.add(id);
  toastManager.close(id);
  withdrawn.delete(id);
}

function shownAs(id: string, { title, text, tone = 'info', action, stays }: ToastRequest) {
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
