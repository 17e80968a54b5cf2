import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  help?: ReactNode;
  /** In words; the field is then marked invalid. */
  error?: string | undefined;
  /** A small button within the field, at its end. */
  end?: ReactNode;
}

/** A text field with its label above. */
export function Field({ label, help, error, end, className, ...rest }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-med text-12 text-ink-2">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={cn(
            'h-9 w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px] disabled:opacity-45',
            error !== undefined && 'border-missed focus-visible:outline-offset-1',
            end !== undefined && 'pr-10',
          )}
          {...rest}
        />
        {end === undefined ? null : <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={cn('mt-1 text-12', error === undefined ? 'text-ink-3' : 'text-missed')}>
          {note}
        </p>
      )}
    </div>
  );
}
