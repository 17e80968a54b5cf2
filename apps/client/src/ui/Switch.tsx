import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  help?: ReactNode;
}

/** On or off, its words at the left and the switch at the right. */
export function Switch({ label, help, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className={cn('flex min-h-9 items-center gap-4 py-1', className)}>
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-med">
          {label}
        </label>
        {help === undefined ? null : (
          <span id={`${id}-help`} className="block text-12 text-ink-3">
            {help}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-5 w-9 flex-none">
        <input
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
          role="switch"
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          className="peer absolute inset-0 size-full appearance-none rounded-full bg-line-control checked:bg-accent-fill disabled:opacity-45"
          {...rest}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-raised transition-[left] duration-(--d-base) peer-checked:left-4.5 peer-checked:bg-accent-on"
        />
      </span>
    </div>
  );
}
