import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';
import { Labelled } from './Labelled.tsx';

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  hideLabel?: boolean;
  /** 32 px high instead of 36. */
  small?: boolean;
  help?: ReactNode;
  /** In words; the field is then marked invalid. */
  error?: string | undefined;
  options: readonly { value: string; label: string; disabled?: boolean }[];
}

/** One of a list, with its label above. It is the browser's own, so it works as usual. */
export function Select({ label, hideLabel, small, help, error, options, className, ...rest }: SelectProps) {
  return (
    <Labelled label={label} hideLabel={hideLabel} help={help} error={error} className={className}>
      {(control) => (
        <span className="relative block">
          <select
            {...control}
            className={cn(
              'w-full min-w-0 appearance-none truncate rounded-s border border-line-control bg-raised pr-8 pl-2.5 text-ink focus-visible:outline-offset-[-1px] disabled:opacity-45',
              small ? 'h-8' : 'h-9',
              error !== undefined && 'border-missed',
            )}
            {...rest}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            of={ChevronsUpDown}
            size={14}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-3"
          />
        </span>
      )}
    </Labelled>
  );
}
