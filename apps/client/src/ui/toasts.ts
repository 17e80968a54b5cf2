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

/** How long a toast stays, in milliseconds. */
export const toastMs = 5000;

export const toastManager = Toast.createToastManager<{ tone: ToastTone }>();

/** Shows a short message for five seconds; errors are announced at once, the rest politely. Returns its id. */
export function toast({ id, title, text, tone = 'info', action }: ToastRequest): string {
  const shown = toastManager.add({
    ...(id === undefined ? {} : { id }),
    title,
    ...(text === undefined ? {} : { description: text }),
    timeout: toastMs,
    priority: tone === 'error' ? 'high' : 'low',
    data: { tone },
    ...(action
      ? {
          actionProps: {
            children: action.label,
            onClick: () => {
              action.run();
              toastManager.close(shown);
            },
          },
        }
      : {}),
  });
  return shown;
}
