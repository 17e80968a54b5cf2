import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** At the end of the heading's line. */
  end?: ReactNode;
  children: ReactNode;
}

/** A part of a result under its heading. */
export function Section({ title, end, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 id={id} className="font-semi text-12 text-ink-2">
          {title}
        </h3>
        {end}
      </div>
      {children}
    </section>
  );
}
