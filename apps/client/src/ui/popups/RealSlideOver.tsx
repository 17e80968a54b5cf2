import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { cn } from '../cn.ts';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import { isOverDialogs } from '../OverDialogs.tsx';
import type { SlideOverProps } from './props.ts';

/** Work about one thing of a list, over the list's right side; the phone at the left can still be reached. */
export function RealSlideOver(props: SlideOverProps) {
  const { open, onClose, title, icon, subtitle, status, closeLabel, beside = false, children, actions } = props;
  const popup = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A field that wants the focus has it already; else the title is read first.
  const firstFocus = () => {
    const focused = document.activeElement;
    return popup.current?.contains(focused) ? (focused as HTMLElement) : heading.current;
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, change) => {
        if (next) return;
        change.cancel();
        if (!isOverDialogs(change.event.target)) onClose();
      }}
      modal="trap-focus"
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={firstFocus}
          data-beside={beside || undefined}
          className="fixed inset-y-0 right-0 z-dialog flex w-[684px] max-w-[calc(100vw-56px)] flex-col border-line border-l bg-raised shadow-e3 outline-none transition-[translate,opacity] duration-(--d-panel) [--pbg:var(--bg-raised)] data-ending-style:translate-x-8 data-starting-style:translate-x-8 data-ending-style:opacity-0 data-starting-style:opacity-0 max-[559px]:max-w-full"
        >
          <div
            className={cn(
              'flex flex-none items-center gap-2 border-line border-b py-2 pr-4 pl-6 max-[559px]:pl-4',
              icon ? 'min-h-18' : 'min-h-14',
            )}
          >
            {icon ? (
              <span className="mr-1 grid size-11 flex-none place-items-center rounded-m bg-well text-ink-2">
                <Icon of={icon} size={18} />
              </span>
            ) : null}
            <div className="min-w-0 flex-1">
              <Base.Title ref={heading} tabIndex={-1} className="truncate font-semi text-16 outline-none">
                {title}
              </Base.Title>
              {subtitle === undefined ? null : (
                <div className={cn('truncate text-ink-3', icon ? 'text-13' : 'text-12')}>{subtitle}</div>
              )}
            </div>
            {status}
            <IconButton icon={X} label={closeLabel} onClick={onClose} />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
          <div
            className="focus-inset min-h-0 flex-1 overflow-y-auto px-6 py-5"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
            tabIndex={0}
            role="group"
            aria-label={title}
          >
            {children}
          </div>
          {actions === undefined ? null : (
            <div className="flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t px-6 py-3">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
