import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Keys } from '../Kbd.tsx';
import type { ShownTooltip } from './props.ts';
import { closeTooltip, keepTooltip } from './tooltips.ts';

/** A tooltip beside its element. Escape and a scroll that takes the element away close it. */
export function RealTooltip({ anchor, text, hotkey, side, isNext }: ShownTooltip) {
  return (
    <Base.Root open onOpenChange={(open) => open || closeTooltip()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-float">
          <Base.Popup
            onPointerEnter={keepTooltip}
            onPointerLeave={closeTooltip}
            {...(isNext ? { 'data-instant': 'delay' } : {})}
            className="floating inline-flex items-center gap-2 whitespace-nowrap rounded-s bg-ink px-2 py-1 font-med text-12 text-ink-on-ink"
          >
            {text}
            {hotkey === undefined ? null : <Keys hotkey={hotkey} inherit />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
