import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

interface TabBarProps<Value extends string> {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string; count?: number | string }[];
  onChange: (value: Value) => void;
  /** At the right end of the bar. */
  end?: ReactNode;
  /** The line below ends with the text of the page, not at its edges. */
  inset?: boolean;
  children: ReactNode;
}

/** A 40 px bar of tabs over the panel it switches. The number zero is not shown as a count. */
export function TabBar<Value extends string>(props: TabBarProps<Value>) {
  const { label, value, tabs, onChange, end, inset = false, children } = props;
  const id = useId();
  const idOf = (tab: Value) => `${id}-${tab}`;
  const go = (event: KeyboardEvent<HTMLDivElement>) => {
    // Those are the browser's: Alt and an arrow go back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = nextTab(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    if (at === null) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className={cn(
          'flex h-10 flex-none items-stretch border-line border-b',
          inset ? 'mx-6 max-[559px]:mx-4' : 'pr-4 pl-6 max-[559px]:pl-4',
        )}
      >
        <div role="tablist" aria-label={label} className="flex items-stretch gap-5" onKeyDown={go}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={idOf(tab.value)}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              // The focus chooses as well as a press; a press of another button does neither.
              onMouseDown={(event) => event.button !== 0 && event.preventDefault()}
              onFocus={() => tab.value !== value && onChange(tab.value)}
              onClick={() => tab.value !== value && onChange(tab.value)}
              className="-mb-px flex items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 pt-px font-med text-ink-3 aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
              {tab.count ? <span className="text-ink-3"> {tab.count}</span> : null}
            </button>
          ))}
        </div>
        <span className="flex-1" />
        <span className="flex items-center gap-1">{end}</span>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={idOf(value)}
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        {children}
      </div>
    </div>
  );
}

/** Which of `count` tabs a key leads to from the one at `from`; null for a key that is for something else. */
export function nextTab(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count;
    case 'ArrowLeft':
      return (from - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
