import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hideLabel?: boolean;
}

/** A box to tick, its words beside it. */
export function Checkbox({ label, hideLabel = false, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <span className={cn('flex items-center gap-2', className)}>
      <span className="relative inline-grid size-4 flex-none place-items-center">
        <input
          id={id}
          type="checkbox"
          className="peer absolute inset-0 appearance-none rounded-xs border-[1.5px] border-line-control bg-raised checked:border-accent-fill checked:bg-accent-fill disabled:opacity-45"
          {...rest}
        />
        <Icon of={Check} size={12} className="pointer-events-none relative hidden text-accent-on peer-checked:block" />
      </span>
      <label htmlFor={id} className={cn('min-w-0', hideLabel && 'sr-only')}>
        {label}
      </label>
    </span>
  );
}
