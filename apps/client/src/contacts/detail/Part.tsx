import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  /** At the end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
}

/** A named part of a contact's page. */
export function Part({ title, end, children }: PartProps) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-5 items-center gap-2">
        <h3 className="flex-1 font-semi text-12 text-ink-2">{title}</h3>
        {end ? <span className="-my-1 flex-none">{end}</span> : null}
      </div>
      {children}
    </section>
  );
}
