import { Toast } from '@base-ui/react/toast';

export type ToastTone = 'info' | 'ok' | 'warn' | 'error';

export interface ToastRequest {
  /** A toast with the same id takes the place of the one before. */
  id?: string;
  title: string;
  text?: string;
  tone?: ToastTone;
  action?: { label: string; run: () => void };
}

/** How long a toast stays, how long after it was asked for it appears, and how long after its button it goes. */
export const toastMs = 5000;
const appearsAfterMs = 300;
const goesAfterButtonMs = 100;

/** Toasts that were asked for and are not shown yet; what is asked for under the same name meanwhile takes their place. */
const coming = new Map<string, ReturnType<typeof setTimeout>>();
let made = 0;

export const toastManager = Toast.createToastManager<{ tone: ToastTone }>();

/**
 * Shows a short message a moment later, for five seconds; screen readers say errors at once, the rest when they are free.
 * Returns its id.
 */
export function toast({ id, title, text, tone = 'info', action }: ToastRequest): string {
  made += 1;
  const shown = id ?? `toast-${made}`;
  clearTimeout(coming.get(shown));
  const show = () => {
    coming.delete(shown);
    toastManager.add(toastOf());
  };
  coming.set(shown, setTimeout(show, appearsAfterMs));
  return shown;

  function toastOf() {
    return {
      id: shown,
      title,
      ...(text === undefined ? {} : { description: text }),
      timeout: toastMs,
      priority: tone === 'error' ? ('high' as const) : ('low' as const),
      data: { tone },
      ...(action
        ? {
            actionProps: {
              children: action.label,
              onClick: () => {
                action.run();
                setTimeout(() => toastManager.close(shown), goesAfterButtonMs);
              },
            },
          }
        : {}),
    };
  }
}
