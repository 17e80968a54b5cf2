import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hideLabel?: boolean;
  /** Beside the label of a field that may stay empty. */
  optional?: string | undefined;
  /** The way the text is understood. */
  help?: ReactNode;
  /** The problem in words; the field is marked then. */
  error?: string | undefined;
  /** Within the field, at its end. */
  mark?: ReactNode;
}

/** A line of text; only an optional one says so. */
export function TextField({ label, hideLabel, optional, help, error, mark, className, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={cn('min-w-0', className)}>
      <label htmlFor={id} className={cn('mb-1 block font-med text-12 text-ink-2', hideLabel && 'sr-only')}>
        {label}
        {optional === undefined ? null : <span className="ml-1 font-reg text-ink-3">{optional}</span>}
      </label>
      <span className="relative block">
        <input
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          autoComplete="off"
          className={cn(
            'h-8 w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 text-ink placeholder:text-ink-3 read-only:text-ink-2 focus-visible:outline-offset-[-1px]',
            error !== undefined && 'border-missed focus-visible:outline-offset-1',
            mark !== undefined && mark !== null && 'pr-28',
          )}
          {...rest}
        />
        {mark ? <span className="pointer-events-none absolute top-[5px] right-2">{mark}</span> : null}
      </span>
      {note === undefined || note === null ? null : (
        <p
          id={`${id}-note`}
          className={cn('mt-1 flex items-start gap-1.5 text-12', error === undefined ? 'text-ink-3' : 'text-missed')}
        >
          {error === undefined ? null : <Icon of={CircleAlert} size={12} className="mt-[3px]" />}
          <span className="min-w-0">{note}</span>
        </p>
      )}
    </div>
  );
}
