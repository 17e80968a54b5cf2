import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'aria-label' | 'children'> {
  icon: LucideIcon;
  /** Its name for everyone: read aloud and shown as a tooltip. */
  label: string;
  href: string;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: LucideIcon;
  /** Its name for everyone: read aloud and shown as a tooltip. */
  label: string;
  /** Shown behind the label in the tooltip, like `Mod+K`. */
  hotkey?: string;
  tone?: 'default' | 'call' | 'on';
  size?: 28 | 32;
}

const look =
  'inline-grid flex-none place-items-center rounded-s transition-colors duration-(--d-fast) hover:bg-hover disabled:opacity-45 data-popup-open:bg-hover';
const tones = { default: 'text-ink-3 hover:text-ink', call: 'text-live', on: 'text-accent' };

/** A button that is only an icon, so it always has a name and a tooltip. */
export function IconButton({ icon, label, hotkey, tone = 'default', size = 28, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(hotkey === undefined ? {} : { hotkey })}>
      <button
        type="button"
        aria-label={label}
        className={cn(look, size === 28 ? 'size-7' : 'size-8', tones[tone], className)}
        {...rest}
      >
        <Icon of={icon} />
      </button>
    </Tooltip>
  );
}

/** A link that is only an icon. */
export function IconLink({ icon, label, href, className, ...rest }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <a href={href} aria-label={label} className={cn(look, 'size-7', tones.default, className)} {...rest}>
        <Icon of={icon} />
      </a>
    </Tooltip>
  );
}
