import type { LucideIcon } from 'lucide-react';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { cornerOf } from './call-keys.ts';

export interface CallKeyProps {
  icon: LucideIcon;
  label: string;
  /** Where the label is too short to be understood alone. */
  longLabel?: string;
  hotkey?: string;
  /** What the key turns on and off; left out where it only does something. */
  pressed?: boolean;
  /** How a pressed key looks: ink, the dusk of a held call, or the carmine of a recording. */
  tone?: 'ink' | 'held' | 'recording';
  disabled?: boolean;
  /** The icon turns while the key waits for an answer. */
  busy?: boolean;
  onPress: () => void;
  /** In the bar of a narrow window a key is only its icon. */
  small?: boolean;
}

const pressedTones = {
  ink: 'bg-ink text-ink-on-ink',
  held: 'bg-held-fill text-held-on',
  recording: 'bg-missed-tint text-missed',
};

/**
 * A key of the call pad, with its letter in the corner. A disabled key keeps the focus, since the pad changes while
 * users move through it.
 */
export function CallKey(props: CallKeyProps) {
  const {
    icon,
    label,
    longLabel,
    hotkey,
    pressed,
    tone = 'ink',
    disabled = false,
    busy = false,
    small = false,
  } = props;
  const on = pressed === true;
  return (
    <Tooltip text={longLabel ?? label} {...(hotkey === undefined ? {} : { hotkey })} side="top">
      <button
        type="button"
        aria-label={small ? (longLabel ?? label) : undefined}
        aria-description={small ? undefined : longLabel}
        aria-pressed={pressed}
        aria-disabled={disabled || undefined}
        aria-keyshortcuts={disabled ? undefined : hotkey?.replace('Mod', modifierName())}
        onClick={disabled ? undefined : props.onPress}
        className={cn(
          'relative min-w-0 rounded-m transition-colors duration-(--d-fast)',
          small
            ? 'inline-grid size-9 flex-none place-items-center'
            : 'flex h-13 flex-col items-center justify-center gap-[3px]',
          on ? pressedTones[tone] : 'bg-well text-ink-2 hover:bg-hover',
          disabled && 'cursor-default bg-transparent text-ink-4 inset-ring inset-ring-line hover:bg-transparent',
        )}
      >
        <Icon
          of={icon}
          size={18}
          className={cn(!on && !disabled && 'text-ink', busy && 'animate-spin motion-reduce:animate-none')}
        />
        {small ? null : (
          <>
            <span className="call-key-label font-med text-11">{label}</span>
            {hotkey === undefined ? null : (
              <span
                aria-hidden
                className={cn(
                  'absolute top-[3px] right-1.5 font-med text-[10px] leading-3',
                  on || disabled ? 'text-inherit' : 'text-ink-3',
                )}
              >
                {cornerOf(hotkey)}
              </span>
            )}
          </>
        )}
      </button>
    </Tooltip>
  );
}

/** The name of the first modifier in the words of WAI-ARIA. */
function modifierName(): string {
  return navigator.platform.startsWith('Mac') ? 'Meta' : 'Control';
}
