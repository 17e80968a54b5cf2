import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { TriggerEnd } from './late-trigger.tsx';
import type { RealContextMenuProps } from './props.ts';

/** How far its upper edge lies above the pointer, in pixels; so the first entry lies beside it. */
const abovePointerPx = 16;

/** A menu about the element under the pointer. */
export function RealContextMenu({ bridge, children }: RealContextMenuProps) {
  return (
    <Base.Root disabled={children === null}>
      <Base.Trigger render={(given) => <TriggerEnd bridge={bridge} props={given} />} />
      <Base.Portal>
        <Base.Positioner sideOffset={-abovePointerPx} className="z-float outline-none">
          <Base.Popup className="floating min-w-[200px] rounded-l bg-overlay p-1 shadow-e3 outline-none [--pbg:var(--bg-overlay)]">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
