import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { joinedKeys, printedKeys } from './printed-keys.ts';

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
  if (joined) return <Kbd inherit={inherit}>{joinedKeys(hotkey)}</Kbd>;
  return (
    <span className="inline-flex gap-0.5">
      {printedKeys(hotkey).map((part) => (
        <Kbd key={part} inherit={inherit}>
          {part}
        </Kbd>
      ))}
    </span>
  );
}
