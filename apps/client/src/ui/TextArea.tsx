import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Labelled } from './Labelled.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  help?: ReactNode;
  /** In words; the field is then marked invalid. */
  error?: string | undefined;
}

/** A field of several lines with its label above. */
export function TextArea({ label, help, error, className, ...rest }: TextAreaProps) {
  return (
    <Labelled label={label} help={help} error={error} className={className}>
      {(control) => (
        <textarea
          {...control}
          rows={4}
          className={cn(
            'block w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 py-2 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]',
            error !== undefined && 'border-missed',
          )}
          {...rest}
        />
      )}
    </Labelled>
  );
}
