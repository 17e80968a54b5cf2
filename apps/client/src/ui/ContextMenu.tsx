import {
  cloneElement,
  type ReactElement,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { LateTrigger } from './popups/late-trigger.tsx';
import { popupsNow } from './popups/parts.ts';

interface ContextMenuProps {
  /** Where a right click, or a long touch, opens it. */
  area: ReactElement<Record<string, unknown>>;
  /** The content of the area. */
  list: ReactNode;
  /** Entries of `Menu.tsx`; null where there is nothing to choose from. */
  children: ReactNode;
}

const nothing = {} as const;
const askedAgain = { onContextMenu: askAgain } as const;

/** A menu about the element under the pointer. */
export function ContextMenu({ area, list, children }: ContextMenuProps) {
  return (
    <LateTrigger
      trigger={cloneElement(area, undefined, list)}
      closed={nothing}
      repeats={children === null ? nothing : askedAgain}
    >
      {(bridge) => {
        const Real = popupsNow()?.RealContextMenu;
        return Real ? <Real bridge={bridge}>{children}</Real> : null;
      }}
    </LateTrigger>
  );
}

/** Keeps the browser's own menu away, and asks for ours at the same place. */
function askAgain(event: SyntheticEvent) {
  const { clientX, clientY, target } = event as ReactMouseEvent;
  event.preventDefault();
  return (area: HTMLElement) => {
    const asked = target instanceof Element && area.contains(target) ? target : area;
    asked.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, clientX, clientY }),
    );
  };
}
