import { ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';

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

/** One of a list, with its label above. It is the browser's own, so it works the way people know. */
export function Select({
  label,
  hideLabel = false,
  small = false,
  help,
  error,
  options,
  className,
  ...rest
}: SelectProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={className}>
      <label htmlFor={id} className={cn('mb-1 block font-med text-12 text-ink-2', hideLabel && 'sr-only')}>
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
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
      {note === undefined ? null : (
        <p id={`${id}-note`} className={cn('mt-1 text-12', error === undefined ? 'text-ink-3' : 'text-missed')}>
          {note}
        </p>
      )}
    </div>
  );
}
