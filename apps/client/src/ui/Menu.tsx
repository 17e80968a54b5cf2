import type { ReactElement, ReactNode } from 'react';
import { LateTrigger, pressedAgain } from './popups/late-trigger.tsx';
import { popupsNow } from './popups/parts.ts';
import type { MenuCheckProps, MenuChoiceProps, MenuItemProps, MenuLinkProps, SubMenuProps } from './popups/props.ts';

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
  className?: string;
}

const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const;

/** A menu that a button opens. */
export function Menu({ trigger, ...menu }: MenuProps) {
  return (
    <LateTrigger trigger={trigger} closed={closed} repeats={pressedAgain}>
      {(bridge) => {
        const Real = popupsNow()?.RealMenu;
        return Real ? <Real bridge={bridge} {...menu} /> : null;
      }}
    </LateTrigger>
  );
}

// Entries are drawn only in menus that are open, so their code is there.

/** One entry with an action. */
export function MenuItem(props: MenuItemProps) {
  const Real = popupsNow()?.RealMenuItem;
  return Real ? <Real {...props} /> : null;
}

/** One entry that leads out of the app, to a new tab. */
export function MenuLink(props: MenuLinkProps) {
  const Real = popupsNow()?.RealMenuLink;
  return Real ? <Real {...props} /> : null;
}

/** One entry that is on or off. */
export function MenuCheck(props: MenuCheckProps) {
  const Real = popupsNow()?.RealMenuCheck;
  return Real ? <Real {...props} /> : null;
}

/** A named group of which exactly one entry is chosen. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  return popupsNow()?.RealMenuChoice(props) ?? null;
}

/** One entry that opens a menu of its own beside this one. */
export function SubMenu(props: SubMenuProps) {
  const Real = popupsNow()?.RealSubMenu;
  return Real ? <Real {...props} /> : null;
}

/** A hairline between groups. */
export function MenuSeparator() {
  const Real = popupsNow()?.RealMenuSeparator;
  return Real ? <Real /> : null;
}
