import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { cn } from '../cn.ts';
import { Icon } from '../Icon.tsx';
import { Keys } from '../Kbd.tsx';
import { TriggerEnd } from './late-trigger.tsx';
import type {
  MenuCheckProps,
  MenuChoiceProps,
  MenuItemProps,
  MenuLinkProps,
  RealMenuProps,
  SubMenuProps,
} from './props.ts';

/** A menu that a button opens. */
export function RealMenu(props: RealMenuProps) {
  const { bridge, side = 'bottom', align = 'start', onOpenChange, children, className } = props;
  return (
    <Base.Root {...(onOpenChange ? { onOpenChange: (open: boolean) => onOpenChange(open) } : {})}>
      <Base.Trigger render={(given) => <TriggerEnd bridge={bridge} props={given} />} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-float outline-none">
          <Base.Popup
            className={cn(
              'floating max-h-(--available-height) min-w-[200px] overflow-y-auto rounded-l bg-overlay p-1 shadow-e3 outline-none [--pbg:var(--bg-overlay)]',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const item =
  'flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-s px-2 outline-none data-disabled:opacity-45 data-highlighted:bg-hover';

/** One entry with an action. */
export function RealMenuItem({ icon, hotkey, disabled = false, onSelect, children, className }: MenuItemProps) {
  return (
    <Base.Item className={cn(item, className)} disabled={disabled} onClick={onSelect}>
      {icon ? <Icon of={icon} className="text-ink-3" /> : null}
      <span className="min-w-0 flex-1">{children}</span>
      {hotkey === undefined ? null : <Keys hotkey={hotkey} />}
    </Base.Item>
  );
}

/** One entry that leads out of the app, to a new tab. */
export function RealMenuLink({ icon, href, children, className }: MenuLinkProps) {
  return (
    <Base.LinkItem className={cn(item, className)} href={href} target="_blank" rel="noreferrer" closeOnClick>
      {icon ? <Icon of={icon} className="text-ink-3" /> : null}
      <span className="min-w-0 flex-1">{children}</span>
    </Base.LinkItem>
  );
}

/** One entry that is on or off. */
export function RealMenuCheck({ icon, checked, onChange, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem
      className={item}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      closeOnClick={false}
    >
      {icon ? <Icon of={icon} className="text-ink-3" /> : null}
      <span className="min-w-0 flex-1">{children}</span>
      <span
        aria-hidden
        className={cn(
          'relative h-[18px] w-8 flex-none rounded-full transition-colors duration-(--d-base)',
          checked ? 'bg-accent-fill' : 'bg-line-control',
        )}
      >
        <span
          className={cn(
            'absolute top-0.5 size-3.5 rounded-full bg-accent-on transition-[left] duration-(--d-base)',
            checked ? 'left-4' : 'left-0.5 bg-raised',
          )}
        />
      </span>
    </Base.CheckboxItem>
  );
}

/** A named group of which exactly one entry is chosen. */
export function RealMenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-2 pb-1 font-med text-11 text-ink-3">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} disabled={option.disabled ?? false} className={item}>
            {option.icon ? <Icon of={option.icon} className="text-ink-3" /> : null}
            <span className="min-w-0 flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Icon of={Check} className="text-accent" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** One entry that opens a menu of its own beside this one. */
export function RealSubMenu({ icon, label, name, className, children }: SubMenuProps) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={cn(item, 'data-popup-open:bg-hover')} aria-label={name}>
        {icon ? <Icon of={icon} className="text-ink-3" /> : null}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <Icon of={ChevronRight} size={14} className="text-ink-3" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-float outline-none">
          <Base.Popup
            className={cn(
              'floating min-w-[200px] max-w-[calc(100vw-16px)] rounded-l bg-overlay p-1 shadow-e3 outline-none',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

/** A hairline between groups. */
export function RealMenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
