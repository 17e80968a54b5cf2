import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement, ReactNode } from 'react';

/** How far its upper edge lies above the pointer, in pixels; so the first entry lies beside it. */
const abovePointerPx = 16;

interface ContextMenuProps {
  /** Where a right click, or a long touch, opens it. */
  area: ReactElement<Record<string, unknown>>;
  /** The content of the area. */
  list: ReactNode;
  /** Entries of `Menu.tsx`; null where there is nothing to choose from. */
  children: ReactNode;
}

/** A menu about the element under the pointer. */
export function ContextMenu({ area, list, children }: ContextMenuProps) {
  return (
    <Base.Root disabled={children === null}>
      <Base.Trigger render={area}>{list}</Base.Trigger>
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
