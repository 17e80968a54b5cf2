import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  help?: ReactNode;
  /** In words; the field is then marked invalid. */
  error?: string | undefined;
}

/** A field of several lines with its label above. */
export function TextArea({ label, help, error, className, ...rest }: TextAreaProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-med text-12 text-ink-2">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={cn(
          'block w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 py-2 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]',
          error !== undefined && 'border-missed',
        )}
        {...rest}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={cn('mt-1 text-12', error === undefined ? 'text-ink-3' : 'text-missed')}>
          {note}
        </p>
      )}
    </div>
  );
}
