import type { Fact } from '@sidetone/contract/desktop/shell-orders.ts';
import type { Notification as SystemNotification } from 'electron';
import type { ElectronModules } from './electron.ts';

interface Notices {
  show(notice: {
    readonly tag: string;
    readonly title: string;
    readonly body: string;
    readonly actions: readonly { readonly id: string; readonly title: string }[];
  }): void;
  close(tag: string): void;
}

/** Notifications of the system, one for each tag. `onAnswered` hears what was pressed. */
export function notices(
  { Notification }: Pick<ElectronModules, 'Notification'>,
  onAnswered: (answer: Fact<'noticeAnswered'>) => void,
): Notices {
  const shown = new Map<string, SystemNotification>();

  function close(tag: string) {
    shown.get(tag)?.close();
    shown.delete(tag);
  }

  return {
    close,
    show({ tag, title, body, actions }) {
      if (!Notification.isSupported()) return;
      close(tag);
      const notification = new Notification({
        title,
        body,
        timeoutType: 'never' as const,
        urgency: 'critical' as const,
        actions: actions.map((action) => ({ type: 'button' as const, text: action.title })),
      });
      const answer = (action: string | null) => {
        if (shown.get(tag) !== notification) return;
        shown.delete(tag);
        onAnswered({ tag, action });
      };
      notification.on('click', () => answer(null));
      notification.on('action', ({ actionIndex }) => answer(actions[actionIndex]?.id ?? null));
      notification.on('close', () => {
        if (shown.get(tag) === notification) shown.delete(tag);
      });
      shown.set(tag, notification);
      notification.show();
    },
  };
}
