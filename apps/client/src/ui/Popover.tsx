import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.ts';

interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>;
  /** Its name for screen readers. */
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
  className?: string;
}

/** A small surface beside what opened it. */
export function Popover({
  trigger,
  label,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  children,
  className,
}: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-float">
          <Base.Popup
            aria-label={label}
            className={cn(
              'floating rounded-l bg-overlay p-1 shadow-e3 outline-none [--pbg:var(--bg-overlay)]',
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
