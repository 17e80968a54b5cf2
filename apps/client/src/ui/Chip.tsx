import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';

const chip = 'inline-flex h-[22px] flex-none items-center gap-1 whitespace-nowrap rounded-xs px-2 font-med text-12';

interface ChipProps {
  children: ReactNode;
  /** An outline in place of the fill: for the number of further ones. */
  line?: boolean;
  className?: string;
}

/** A short word about something. */
export function Chip({ children, line = false, className }: ChipProps) {
  return (
    <span className={cn(chip, 'text-ink-2', line ? 'inset-ring inset-ring-line-strong' : 'bg-well', className)}>
      {children}
    </span>
  );
}

interface ChipButtonProps {
  children: ReactNode;
  label?: string;
  tabIndex?: number;
  className?: string;
  onPress: () => void;
}

/** A short word that is a link. */
export function ChipButton({ children, label, tabIndex, className, onPress }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      className={cn(chip, 'bg-well text-ink-2 hover:bg-press', className)}
    >
      {children}
    </button>
  );
}

/** A short word that can be removed. `label` says what that does. */
export function RemovableChip({
  children,
  label,
  onRemove,
}: {
  children: ReactNode;
  label: string;
  onRemove: () => void;
}) {
  return (
    <span className={cn(chip, 'max-w-[240px] bg-accent-tint pr-1 text-accent')}>
      <span className="truncate">{children}</span>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={onRemove}
        className="grid size-4 flex-none place-items-center rounded-xs hover:bg-accent-tint-2"
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
