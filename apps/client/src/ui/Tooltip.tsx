import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Keys } from './Kbd.tsx';

interface TooltipProps {
  text: string;
  hotkey?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactElement<Record<string, unknown>>;
}

export const TooltipProvider = Base.Provider;

/** Names the element under the pointer or with the focus, and its key. */
export function Tooltip({ text, hotkey, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-float">
          <Base.Popup className="floating inline-flex items-center gap-2 whitespace-nowrap rounded-s bg-ink px-2 py-1 font-med text-12 text-ink-on-ink">
            {text}
            {hotkey === undefined ? null : <Keys hotkey={hotkey} inherit />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
