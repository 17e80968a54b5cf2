import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { bannerBottom } from '../banner-bottom.ts';
import { cn } from '../cn.ts';
import { Icon } from '../Icon.tsx';
import { overDialogs } from '../OverDialogs.tsx';
import { cornerManager, showWaitingToasts, type ToastTone, toastMs } from '../toasts.ts';
import type { ToastsProps } from './props.ts';

const looks: Record<ToastTone, { icon: typeof Info; colour: string }> = {
  info: { icon: Info, colour: 'text-ink-2' },
  ok: { icon: CircleCheck, colour: 'text-live' },
  warn: { icon: TriangleAlert, colour: 'text-ring' },
  error: { icon: CircleX, colour: 'text-missed' },
};

/** The corner in which toasts appear. There is one, at the root of the page. */
export function RealToasts({ label, closeLabel, top = 24, right = 24 }: ToastsProps) {
  // After those of its parts: they listen by then.
  useEffect(showWaitingToasts, []);
  return (
    <Toast.Provider toastManager={cornerManager} timeout={toastMs} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          {...overDialogs}
          aria-label={label}
          // The words and the button of a banner stay reachable: toasts begin below it.
          style={{ top: `max(${top}px, var(${bannerBottom}, 0px) + 8px)`, right }}
          className="fixed z-toast flex w-[360px] max-w-[calc(100vw-48px)] flex-col gap-2"
        >
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager<{ tone: ToastTone }>();
  return toasts.map((entry) => {
    const tone = entry.data?.tone ?? 'info';
    const look = looks[tone];
    return (
      <Toast.Root
        key={entry.id}
        toast={entry}
        // Screen readers read the message itself. Base UI would read a copy and hide the message, and a dialog the
        // copy.
        {...(tone === 'error' && { role: 'alert', 'aria-modal': undefined })}
        data-message=""
        swipeDirection="right"
        className="floating flex items-start gap-2.5 rounded-m bg-overlay py-3 pr-2 pl-3 shadow-e3 data-limited:hidden"
      >
        <Icon of={look.icon} className={cn('mt-0.5', look.colour)} />
        <Toast.Content className="min-w-0 flex-1">
          <Toast.Title className="font-med" render={<p />} />
          <Toast.Description className="mt-0.5 text-12 text-ink-2" />
          <Toast.Action className="mt-2 h-7 rounded-s border border-line-strong bg-raised px-2.5 font-med hover:bg-hover" />
        </Toast.Content>
        <Toast.Close
          aria-label={closeLabel}
          // Base UI hides it until the messages are pointed at, as if they were above one another: these never are.
          aria-hidden={false}
          className="-my-1 grid size-7 flex-none place-items-center rounded-s text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Icon of={X} size={14} />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
