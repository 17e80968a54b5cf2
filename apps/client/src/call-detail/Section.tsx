import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** In grey behind the title. */
  beside?: string;
  /** At the end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
}

/** A named part of the page of a call. */
export function Section({ title, beside, end, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-5 items-center gap-2">
        <h3 className="font-semi text-12 text-ink-2">{title}</h3>
        {beside === undefined ? null : <span className="text-12 text-ink-3">{beside}</span>}
        {end === undefined ? null : <span className="-my-1 ml-auto">{end}</span>}
      </div>
      {children}
    </section>
  );
}
