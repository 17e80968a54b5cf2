import { Check, type LucideIcon, Phone, SquarePen } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

interface RowButtonsProps {
  name: string;
  reachable: boolean;
  /** The client is online, and has fewer calls than it may have. */
  canCall: boolean;
  onCallBack: (() => void) | null;
  onNote: () => void;
}

/** The buttons under the pointer, and in the row that has the focus: call back, write a note. */
export function RowButtons({ name, reachable, canCall, onCallBack, onNote }: RowButtonsProps) {
  const { t } = useWords();
  return (
    <span
      className={cn(
        'flex-none gap-1 group-hover:not-sr-only group-hover:flex group-has-[button:focus-visible]:not-sr-only group-has-[button:focus-visible]:flex',
        // With the keyboard they can be reached in the row that has the focus, though they are not visible yet.
        reachable ? 'sr-only' : 'hidden',
      )}
    >
      {onCallBack ? (
        <RowButton
          icon={Phone}
          className="text-live"
          label={t(($) => $.inbox.callBackTo, { name })}
          hotkey="C"
          reachable={reachable}
          disabled={!canCall}
          onPress={onCallBack}
        />
      ) : null}
      <RowButton
        icon={SquarePen}
        className="text-ink-3 hover:text-ink"
        label={t(($) => $.inbox.noteOn, { name })}
        hotkey="N"
        reachable={reachable}
        onPress={onNote}
      />
    </span>
  );
}

interface RowButtonProps {
  icon: LucideIcon;
  label: string;
  hotkey: string;
  reachable: boolean;
  disabled?: boolean;
  className: string;
  onPress: () => void;
}

/** Plain, without a tooltip of its own: a list that is scrolled makes and drops hundreds of them a second. */
function RowButton({ icon, label, hotkey, reachable, disabled = false, className, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (${hotkey})`}
      tabIndex={reachable ? 0 : -1}
      disabled={disabled}
      onClick={apart(onPress)}
      className={cn(
        'inline-grid size-7 flex-none place-items-center rounded-s transition-colors duration-(--d-fast) hover:bg-press disabled:opacity-45',
        className,
      )}
    >
      <Icon of={icon} />
    </button>
  );
}

interface ResolveButtonProps {
  done: boolean;
  /** It is visible, or soon will be. */
  offers: boolean;
  name: string;
  reachable: boolean;
  onPress: () => void;
}

/** Keeps its slot in every row: a check where it is resolved, a button under the pointer, else empty. */
export function ResolveButton({ done, offers, name, reachable, onPress }: ResolveButtonProps) {
  const { t } = useWords();
  const label = t(($) => (done ? $.inbox.reopenOf : $.inbox.resolveOf), { name });
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (E)`}
      tabIndex={reachable ? 0 : -1}
      onClick={apart(onPress)}
      className={cn(
        'size-5 flex-none place-items-center rounded-full transition-colors duration-(--d-fast)',
        done
          ? 'grid bg-accent-fill text-accent-on'
          : 'inset-ring-[1.5px] inset-ring-accent grid text-accent opacity-0 group-hover:opacity-100 group-has-[button:focus-visible]:opacity-100',
        // A narrow row has no room for an empty slot.
        !done &&
          '@max-[559px]:absolute @max-[559px]:right-3 @max-[559px]:group-hover:static @max-[559px]:group-has-[button:focus-visible]:static',
      )}
    >
      {done || offers ? <Icon of={Check} size={12} /> : null}
    </button>
  );
}

/** A press on a button of the row is not a press on the row. */
function apart(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    event.stopPropagation();
    act();
  };
}
