import { Popover as Base } from '@base-ui/react/popover';
import { cn } from '../cn.ts';
import { TriggerEnd } from './late-trigger.tsx';
import type { RealPopoverProps } from './props.ts';

/** A small sheet that a button opens beside itself; a press elsewhere or Escape closes it. */
export function RealPopover({
  bridge,
  label,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  hoverDelayMs,
  className,
  children,
}: RealPopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
    >
      <Base.Trigger
        render={(given) => <TriggerEnd bridge={bridge} props={given} />}
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
