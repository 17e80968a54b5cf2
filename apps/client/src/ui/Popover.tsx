import type { ReactElement } from 'react';
import { LateTrigger, pressedAgain } from './popups/late-trigger.tsx';
import { popupsNow } from './popups/parts.ts';
import type { RealPopoverProps } from './popups/props.ts';

interface PopoverProps extends Omit<RealPopoverProps, 'bridge'> {
  trigger: ReactElement<Record<string, unknown>>;
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
