import type { ReactElement, ReactNode } from 'react';
import { LateTrigger, pressedAgain } from './popups/late-trigger.tsx';
import { popupsNow } from './popups/parts.ts';

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

const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false } as const;

/** A small sheet that a button opens beside itself; a press elsewhere or Escape closes it. */
export function Popover({ trigger, ...popover }: PopoverProps) {
  return (
    <LateTrigger trigger={trigger} closed={closed} isOpen={popover.open ?? false} repeats={pressedAgain}>
      {(bridge) => {
        const Real = popupsNow()?.RealPopover;
        return Real ? <Real bridge={bridge} {...popover} /> : null;
      }}
    </LateTrigger>
  );
}
