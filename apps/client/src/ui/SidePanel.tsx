import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { hasOwnEscape, isUnderDialog, isUnderOpenDialog } from './any-dialog.ts';
import { cn } from './cn.ts';

interface SidePanelProps {
  open: boolean;
  /** Its name for screen readers. */
  label: string;
  /** There is room for it beside the page; else it lies over the page's right side. */
  beside: boolean;
  /** Asked to close by Escape or by a press beside it; the caller decides. */
  onClose: () => void;
  /** Escape closes it from the left column and the dock as well. */
  escapesEverywhere?: boolean;
  /** A press beside the panel where it lies over the page; left out: it asks to close. */
  onPressBeside?: (() => void) | undefined;
  /** A higher number asks for the focus, wherever it is. */
  focusToken?: number;
  /**
   * Whether the keyboard stays with the page while the panel opens beside it, for example with a list whose row is
   * open.
   */
  keepsFocus?: (focused: Element) => boolean;
  /** The element that gets the focus where the panel had it when it closed. */
  returnFocus?: () => HTMLElement | null;
  /** At the foot of the panel while it is over the page. */
  hint?: ReactNode;
  /** The page. */
  children: ReactNode;
  panel: ReactNode;
}

/**
 * A page with a panel about one thing of it at its right, 684 px wide. With room for both they are side by side and
 * both can be used. Else the panel is over the page, which cannot be reached meanwhile; on the narrowest windows it
 * takes the whole page. The left column and the dock can be reached either way.
 */
export function SidePanel(props: SidePanelProps) {
  const { open, label, beside, onClose, focusToken = 0, keepsFocus, returnFocus, hint, children, panel } = props;
  const { escapesEverywhere = false } = props;
  const onPressBeside = props.onPressBeside ?? onClose;
  const frame = useRef<HTMLDivElement>(null);
  const aside = useRef<HTMLDivElement>(null);
  const over = open && !beside;
  const latest = useRef({ onClose, keepsFocus, returnFocus, escapesEverywhere });
  useEffect(() => {
    latest.current = { onClose, keepsFocus, returnFocus, escapesEverywhere };
  });

  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      const focused = document.activeElement;
      if (focused !== null && focused !== document.body && focused.isConnected) return;
      // Drawn again first: the page under the panel cannot take the focus before.
      requestAnimationFrame(() => {
        const back = latest.current.returnFocus?.() ?? (opener instanceof HTMLElement ? opener : null);
        if (back?.isConnected) back.focus({ preventScroll: true });
      });
    };
  }, [open]);

  const wasOpen = useRef(false);
  useEffect(() => {
    const opens = open && !wasOpen.current;
    wasOpen.current = open;
    const focused = document.activeElement;
    if (!open || focused === null || aside.current?.contains(focused)) return;
    // A window that changes its width takes no focus from a dialog or a menu.
    const elsewhere = focused !== document.body && !frame.current?.contains(focused);
    if (isUnderOpenDialog(aside.current)) return;
    const stays = opens ? !over && (latest.current.keepsFocus?.(focused) ?? false) : !over || elsewhere;
    if (!stays) aside.current?.focus({ preventScroll: true });
  }, [open, over]);

  useEffect(() => {
    if (focusToken > 0) aside.current?.focus({ preventScroll: true });
  }, [focusToken]);

  const onKeyDown = useCallback((event: KeyboardEvent) => {
    // Dialogs and menus over the page have their own Escape.
    if (event.key !== 'Escape' || event.defaultPrevented || isUnderDialog(aside.current)) return;
    const { target } = event;
    const here = target === document.body || (target instanceof Node && frame.current?.contains(target));
    const isBeside = latest.current.escapesEverywhere && target instanceof Element && !hasOwnEscape(target);
    if (here || isBeside) latest.current.onClose();
  }, []);
  useEffect(() => {
    if (!open) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open, onKeyDown]);

  return (
    <div
      ref={frame}
      className="relative flex min-h-0 flex-1 overflow-hidden"
      onPointerDown={({ target, currentTarget }) => {
        if (!over || !(target instanceof Node) || aside.current?.contains(target)) return;
        // Menus and dialogs of the panel are drawn elsewhere, yet their events pass here.
        if (currentTarget.contains(target)) onPressBeside();
      }}
    >
      <div inert={over} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {children}
      </div>
      {open ? (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles have a name
        <div
          ref={aside}
          tabIndex={-1}
          aria-label={label}
          data-side-panel={over ? undefined : true}
          role={over ? 'dialog' : 'complementary'}
          className={cn(
            'flex w-[684px] flex-none flex-col border-line border-l bg-raised outline-none [--pbg:var(--bg-raised)]',
            over &&
              'absolute inset-y-0 right-0 z-dialog max-w-full shadow-e3 transition-[translate,opacity] duration-(--d-panel) max-[559px]:w-full max-[559px]:border-l-0 starting:translate-x-8 starting:opacity-0',
          )}
        >
          {panel}
          {over ? hint : null}
        </div>
      ) : null}
    </div>
  );
}
