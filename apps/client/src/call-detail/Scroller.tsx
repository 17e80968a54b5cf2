import type { ReactNode } from 'react';

/** The scrolling content under a head of the panel; the keyboard can reach it. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      className="focus-inset flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-5 max-[559px]:px-4"
    >
      {children}
    </div>
  );
}
