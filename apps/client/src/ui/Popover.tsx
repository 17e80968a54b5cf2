import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.ts';

interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>;
  /** Its name, for users who cannot see where it belongs. */
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** With `onOpenChange` the caller decides. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The pointer opens it too, after it has rested on the button for so long. */
  hoverDelayMs?: number;
  className?: string;
  children: ReactNode;
}

/** A small sheet that a button opens beside itself; a press elsewhere or Escape closes it. */
export function Popover({
  trigger,
  label,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  hoverDelayMs,
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
    >
      <Base.Trigger
        render={trigger}
        {...(hoverDelayMs === undefined ? {} : { openOnHover: true, delay: hoverDelayMs, closeDelay: hoverDelayMs })}
      />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-float outline-none">
          <Base.Popup
            aria-label={label}
            className={cn(
              'floating max-w-[calc(100vw-16px)] rounded-l bg-overlay p-4 shadow-e3 outline-none [--pbg:var(--bg-overlay)]',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
