import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';
import { Labelled } from './Labelled.tsx';
import { optionFits } from './option-search.ts';

interface Option {
  value: string;
  label: string;
}

interface SearchSelectProps {
  label: string;
  hideLabel?: boolean;
  help?: ReactNode;
  /** In words; the field is then marked invalid. */
  error?: string | undefined;
  options: readonly Option[];
  /** Empty for none yet. */
  value: string;
  /** Shown while there is none. */
  placeholder?: string;
  onChange: (value: string) => void;
  /** Shown where no option matches the text. */
  noneFound: string;
  className?: string;
}

/** One of a long list, found by typing. Spaces do not count, so that a number is found by its digits. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, hideLabel, help, error, options, value, placeholder, onChange, noneFound } = props;
  return (
    <Labelled label={label} hideLabel={hideLabel} help={help} error={error} className={props.className}>
      {(control) => (
        <Base.Root
          items={options}
          value={options.find((option) => option.value === value) ?? null}
          // An empty field only searches; it does not choose nothing.
          onValueChange={(next: Option | null) => next && onChange(next.value)}
          isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
          filter={(option: Option, typed: string) => optionFits(option.label, typed)}
          autoHighlight
        >
          <span className="relative block">
            <Base.Input
              {...control}
              placeholder={placeholder}
              className={cn(
                'h-9 w-full min-w-0 truncate rounded-s border border-line-control bg-raised pr-8 pl-2.5 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]',
                error !== undefined && 'border-missed focus-visible:outline-offset-1',
              )}
            />
            <Icon
              of={ChevronsUpDown}
              size={14}
              className="pointer-events-none absolute top-[11px] right-2.5 text-ink-3"
            />
          </span>
          <Base.Portal>
            <Base.Positioner sideOffset={4} collisionPadding={8} className="z-float outline-none">
              <Base.Popup className="floating max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-[180px] overflow-y-auto rounded-m bg-overlay p-1 shadow-e3 outline-none [--pbg:var(--bg-overlay)]">
                <Base.Empty className="px-2 py-1.5 text-12 text-ink-2 empty:hidden">{noneFound}</Base.Empty>
                <Base.List aria-label={label}>
                  {(option: Option) => (
                    <Base.Item
                      key={option.value}
                      value={option}
                      className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-s px-2 outline-none data-highlighted:bg-hover"
                    >
                      <span className="min-w-0 flex-1 truncate">{option.label}</span>
                      <Base.ItemIndicator>
                        <Icon of={Check} size={14} className="text-accent" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Labelled>
  );
}
