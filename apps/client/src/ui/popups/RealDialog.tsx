import { Dialog as Base } from '@base-ui/react/dialog';
import { isInMessage } from '../any-dialog.ts';
import { cn } from '../cn.ts';
import { Icon } from '../Icon.tsx';
import { isOverDialogs } from '../OverDialogs.tsx';
import type { DialogProps } from './props.ts';

/**
 * A dialog that traps the focus but leaves the dock reachable by the pointer: a running call is never covered.
 */
export function RealDialog({
  open,
  onClose,
  onEscape,
  icon,
  iconTone = 'accent',
  title,
  hideTitle,
  description,
  initialFocus,
  children,
  actions,
  className,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, change) => {
        if (next) return;
        const { reason, event } = change;
        const stays =
          reason === 'escape-key' ? isInMessage(event.target) || onEscape?.() === true : isOverDialogs(event.target);
        if (stays) change.cancel();
        else onClose();
      }}
      modal="trap-focus"
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-dialog bg-scrim transition-opacity duration-(--d-base) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="pointer-events-none fixed inset-0 z-dialog flex justify-center overflow-hidden px-4 pt-26 pb-4">
          <Base.Popup
            {...(initialFocus ? { initialFocus } : {})}
            className={cn(
              'floating pointer-events-auto flex max-h-full w-[440px] max-w-full flex-col self-start overflow-hidden rounded-l bg-overlay shadow-e3 outline-none [--pbg:var(--bg-overlay)]',
              className,
            )}
          >
            {hideTitle ? (
              <Base.Title className="sr-only">{title}</Base.Title>
            ) : (
              <Base.Title className={cn('px-6 pt-5 font-semi text-16', icon && 'flex items-start gap-2.5')}>
                {icon ? (
                  <Icon of={icon} className={cn('mt-1', iconTone === 'missed' ? 'text-missed' : 'text-accent')} />
                ) : null}
                {title}
              </Base.Title>
            )}
            {description === undefined ? null : (
              <Base.Description className={cn('px-6 pt-2 text-13 text-ink-2', icon && 'pl-12.5')}>
                {description}
              </Base.Description>
            )}
            {children}
            {actions === undefined ? null : (
              <div className="flex flex-wrap justify-end gap-2 px-6 pt-5 pb-5">{actions}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
