import { formatForDisplay } from '@tanstack/react-hotkeys';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface KbdProps {
  children: ReactNode;
  /** On a filled button or a tooltip the key takes the colour around it. */
  inherit?: boolean;
  className?: string;
}

/** One printed key. */
export function Kbd({ children, inherit = false, className }: KbdProps) {
  return (
    <kbd
      className={cn(
        'inline-flex h-[18px] min-w-[18px] flex-none items-center justify-center whitespace-nowrap rounded-xs border px-1 font-med font-sans text-11 leading-none',
        inherit ? 'border-current/60' : 'border-line-strong bg-raised text-ink-3',
        className,
      )}
    >
      {children}
    </kbd>
  );
}

interface KeysProps {
  /** A combination like `Mod+K`; printed the way this platform writes it. */
  hotkey: string;
  inherit?: boolean;
  /** All in one key, as beside the counts of a list. */
  joined?: boolean;
}

/** A key combination, one printed key each. */
export function Keys({ hotkey, inherit = false, joined = false }: KeysProps) {
  const parts = hotkeyParts(hotkey);
  if (joined) return <Kbd inherit={inherit}>{parts.join(parts[0]?.length === 1 ? '' : '+')}</Kbd>;
  return (
    <span className="inline-flex gap-0.5">
      {parts.map((part) => (
        <Kbd key={part} inherit={inherit}>
          {part}
        </Kbd>
      ))}
    </span>
  );
}

/** The labels of a combination on this platform: `['⌘', 'K']` or `['Ctrl', 'K']`. */
function hotkeyParts(hotkey: string): string[] {
  return formatForDisplay(hotkey, { parts: true });
}
