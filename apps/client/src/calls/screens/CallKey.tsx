import type { LucideIcon } from 'lucide-react';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { cornerOf } from './call-keys.ts';

interface CallKeyProps {
  icon: LucideIcon;
  label: string;
  hotkey: string;
  /** What the key turns on and off; left out where it only does something. */
  pressed?: boolean;
  /** How a pressed key looks: ink, or the dusk of a held call. */
  tone?: 'ink' | 'held';
  disabled?: boolean;
  onPress: () => void;
  /** In the bar of a narrow window a key is only its icon. */
  small?: boolean;
}

const pressedTones = { ink: 'bg-ink text-ink-on-ink', held: 'bg-held-fill text-held-on' };

/** A key of the call pad, with its letter in the corner. */
export function CallKey(props: CallKeyProps) {
  const { icon, label, hotkey, pressed, tone = 'ink', disabled = false, onPress, small = false } = props;
  const on = pressed === true;
  return (
    <Tooltip text={label} hotkey={hotkey} side="top">
      <button
        type="button"
        aria-label={small ? label : undefined}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onPress}
        className={cn(
          'relative min-w-0 rounded-m transition-colors duration-(--d-fast)',
          small
            ? 'inline-grid size-9 flex-none place-items-center'
            : 'flex h-13 flex-col items-center justify-center gap-[3px]',
          on ? pressedTones[tone] : 'bg-well text-ink-2 hover:bg-hover',
          disabled && 'bg-transparent text-ink-4 inset-ring inset-ring-line hover:bg-transparent',
        )}
      >
        <Icon of={icon} size={18} className={cn(!on && !disabled && 'text-ink')} />
        {small ? null : (
          <>
            <span className="font-med text-11">{label}</span>
            <span
              aria-hidden
              className={cn(
                'absolute top-[3px] right-1.5 font-med text-[10px] leading-3',
                on || disabled ? 'text-inherit' : 'text-ink-3',
              )}
            >
              {cornerOf(hotkey)}
            </span>
          </>
        )}
      </button>
    </Tooltip>
  );
}
