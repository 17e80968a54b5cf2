import type { ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';

/** The keys of a page, printed at its foot; its children are `Hint`s. */
export function Hints({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-8 flex-none items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-canvas px-6 text-12 text-ink-3 max-[559px]:hidden">
      {children}
    </div>
  );
}

/** What these keys do. */
export function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {text}
    </span>
  );
}
