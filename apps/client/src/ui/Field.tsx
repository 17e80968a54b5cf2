import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Labelled } from './Labelled.tsx';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** The label is only for screen readers. */
  labelHidden?: boolean;
  help?: ReactNode;
  /** In words; the field is then marked invalid. */
  error?: string | undefined;
  /** A small button within the field, at its end. */
  end?: ReactNode;
}

/** A text field with its label above. */
export function Field({ label, labelHidden, help, error, end, className, ...rest }: FieldProps) {
  return (
    <Labelled label={label} hideLabel={labelHidden} help={help} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            className={cn(
              'h-9 w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px] disabled:opacity-45',
              error !== undefined && 'border-missed focus-visible:outline-offset-1',
              end !== undefined && 'pr-10',
            )}
            {...rest}
          />
          {end === undefined ? null : <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
        </div>
      )}
    </Labelled>
  );
}
