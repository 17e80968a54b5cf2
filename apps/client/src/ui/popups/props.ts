import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode, RefObject } from 'react';

// What the parts that come later are given. They know these and not one another.

type Props = Readonly<Record<string, unknown>>;

/** Takes what Base UI gives to its trigger to an element that stands on the page already. */
export interface TriggerBridge {
  /** What it gives now; null when it is gone. */
  take(props: Props | null): void;
  readonly element: () => HTMLElement | null;
}

export interface RealMenuProps {
  bridge: TriggerBridge;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
  className?: string;
}

export interface MenuItemProps {
  icon?: LucideIcon;
  hotkey?: string;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
  className?: string;
}

export interface MenuLinkProps {
  icon?: LucideIcon;
  /** A page outside the app. */
  href: string;
  children: ReactNode;
  className?: string;
}

export interface MenuCheckProps {
  icon?: LucideIcon;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: LucideIcon; disabled?: boolean }[];
  onChange: (value: Value) => void;
}

export interface SubMenuProps {
  icon?: LucideIcon;
  /** The text of the entry; `name` is its accessible name where the text alone is unclear. */
  label: string;
  name?: string;
  className?: string;
  children: ReactNode;
}

export interface RealPopoverProps {
  bridge: TriggerBridge;
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

export interface RealContextMenuProps {
  /** To the area in which it opens. */
  bridge: TriggerBridge;
  /** Entries of `Menu.tsx`; null where there is nothing to choose from. */
  children: ReactNode;
}

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** What Escape does first; true when that was enough and the dialog stays. */
  onEscape?: () => boolean;
  /** At the left of the heading. */
  icon?: LucideIcon;
  /** `missed` where the action loses something. */
  iconTone?: 'accent' | 'missed';
  /** Its name. Shown as the heading unless `hideTitle`. */
  title: string;
  hideTitle?: boolean;
  description?: ReactNode;
  /** Where the focus starts; on Cancel when the action destroys something. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  className?: string;
}

export interface LargeDialogProps {
  open: boolean;
  onClose: () => void;
  /** Its name; the page in it has a heading of its own. */
  label: string;
  children: ReactNode;
}

export interface SlideOverProps {
  open: boolean;
  /** Asked to close by Escape, the cross or a press beside it; the caller decides. */
  onClose: () => void;
  title: string;
  /** The kind of thing, at the left of the title. */
  icon?: LucideIcon;
  /** Under the title. */
  subtitle?: ReactNode;
  /** At the right of the title: whether changes are saved. */
  status?: ReactNode;
  closeLabel: string;
  /** Where there is room for both, the page is beside it, as it is beside the page of a call. */
  beside?: boolean;
  children?: ReactNode;
  /** Buttons at the foot, the main one last; they stay while the body scrolls. */
  actions?: ReactNode;
}

export interface ToastsProps {
  /** Name of the region and of the button that closes a toast. */
  label: string;
  closeLabel: string;
  /** Distance of the first one from the top of the window, in pixels. */
  top?: number;
  /** Distance from the right. */
  right?: number;
}

export interface TooltipContent {
  readonly text: string;
  readonly hotkey?: string;
  readonly side: 'top' | 'right' | 'bottom' | 'left';
}

export interface ShownTooltip extends TooltipContent {
  readonly anchor: Element;
  /** Another one was shown just before: this one comes without a movement. */
  readonly isNext: boolean;
}

/** What opens over the page, as it is loaded. */
export interface PopupParts {
  readonly RealContextMenu: ComponentType<RealContextMenuProps>;
  readonly RealDialog: ComponentType<DialogProps>;
  readonly RealLargeDialog: ComponentType<LargeDialogProps>;
  readonly RealMenu: ComponentType<RealMenuProps>;
  readonly RealMenuItem: ComponentType<MenuItemProps>;
  readonly RealMenuLink: ComponentType<MenuLinkProps>;
  readonly RealMenuCheck: ComponentType<MenuCheckProps>;
  readonly RealMenuChoice: <Value extends string>(props: MenuChoiceProps<Value>) => ReactNode;
  readonly RealSubMenu: ComponentType<SubMenuProps>;
  readonly RealMenuSeparator: ComponentType;
  readonly RealPopover: ComponentType<RealPopoverProps>;
  readonly RealSlideOver: ComponentType<SlideOverProps>;
  readonly RealToasts: ComponentType<ToastsProps>;
  readonly RealTooltip: ComponentType<ShownTooltip>;
}
