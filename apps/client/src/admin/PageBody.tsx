import type { ReactNode } from 'react';
import { cn } from '#ui/cn.ts';

interface PageBodyProps {
  /** Its name for screen readers, since it takes the focus to be scrolled by keys. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** The scrolling body of a page without a table. */
export function PageBody({ label, className, children }: PageBodyProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="focus-inset min-h-0 flex-1 overflow-y-auto px-6 py-5 max-[559px]:px-4"
    >
      <div className={cn('grid max-w-[720px] gap-8', className)}>{children}</div>
    </div>
  );
}
