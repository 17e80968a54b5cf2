import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

interface LabelledProps {
  label: string;
  /** Only for screen readers. */
  hideLabel?: boolean | undefined;
  help?: ReactNode;
  /** In words; the control is then marked invalid, and this is shown instead of the help. */
  error?: string | undefined;
  className?: string | undefined;
  /** Draws the control with the ids of its label and note. */
  children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A control with its label above, and a note below: help, or an error. */
export function Labelled({ label, hideLabel = false, help, error, className, children }: LabelledProps) {
  const id = useId();
  const note = error ?? help;
  const noteId = note === undefined ? undefined : `${id}-note`;
  return (
    <div className={className}>
      <label htmlFor={id} className={cn('mb-1 block font-med text-12 text-ink-2', hideLabel && 'sr-only')}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error === undefined ? undefined : true, 'aria-describedby': noteId })}
      {note === undefined ? null : (
        <p id={noteId} className={cn('mt-1 text-12', error === undefined ? 'text-ink-3' : 'text-missed')}>
          {note}
        </p>
      )}
    </div>
  );
}
