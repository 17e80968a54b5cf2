import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { keepClear } from '#ui/banner-bottom.ts';
import { Icon } from '#ui/Icon.tsx';

interface SectionFrameProps {
  title: string;
  /** Beside the title, such as a count. */
  note?: string | undefined;
  search?: { label: string; value: string; onChange: (text: string) => void };
  /** Buttons at the right, the main one last. */
  actions?: ReactNode;
  /** A bar below the head, such as filters. */
  bar?: ReactNode;
  children: ReactNode;
}

/** Head and body of a page of the administration. */
export function SectionFrame({ title, note, search, actions, bar, children }: SectionFrameProps) {
  return (
    <>
      <header
        // Messages would cover its buttons, which are what comes next after many of them.
        ref={keepClear}
        className="flex min-h-14 flex-none flex-wrap items-center gap-2 border-line border-b py-2 pr-4 pl-6 max-[559px]:pl-4"
      >
        <h1 className="truncate font-semi text-16">{title}</h1>
        {note === undefined ? null : <span className="text-ink-3">{note}</span>}
        <span className="flex-1" />
        {search ? (
          <span className="relative block w-66 max-w-full">
            <Icon of={Search} className="pointer-events-none absolute top-2.5 left-2.5 text-ink-3" />
            <input
              type="search"
              aria-label={search.label}
              placeholder={search.label}
              value={search.value}
              onChange={(event) => search.onChange(event.target.value)}
              className="h-9 w-full rounded-s border border-line-control bg-raised pr-2 pl-8 placeholder:text-ink-3 focus-visible:outline-offset-[-1px]"
            />
          </span>
        ) : null}
        {actions}
      </header>
      {bar === undefined ? null : (
        <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-line border-b px-6 py-2 max-[559px]:px-4">
          {bar}
        </div>
      )}
      {children}
    </>
  );
}
