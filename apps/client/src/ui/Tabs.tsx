import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
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
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)} className="flex min-h-0 flex-1 flex-col">
      <div
        className={cn(
          'flex h-10 flex-none items-stretch border-line border-b',
          inset ? 'mx-6 max-[559px]:mx-4' : 'pr-4 pl-6 max-[559px]:pl-4',
        )}
      >
        <Base.List aria-label={label} className="flex items-stretch gap-5" activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="-mb-px flex items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 pt-px font-med text-ink-3 data-active:border-accent data-active:text-ink"
            >
              {tab.label}
              {tab.count ? <span className="text-ink-3"> {tab.count}</span> : null}
            </Base.Tab>
          ))}
        </Base.List>
        <span className="flex-1" />
        <span className="flex items-center gap-1">{end}</span>
      </div>
      <Base.Panel value={value} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
