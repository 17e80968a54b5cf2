import { type ComponentProps, useId } from 'react';

interface RadioCardsProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The question; read aloud before the answers. */
  label: string;
  options: readonly { value: string; label: string; help?: string }[];
  /** The answer, where the one who draws it holds it. */
  chosen?: string;
}

/** A choice between a few options that need a line of explanation each. */
export function RadioCards({ label, options, chosen, ...rest }: RadioCardsProps) {
  const id = useId();
  return (
    <fieldset className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${id}-${option.value}`}
          className="flex items-start gap-2.5 rounded-m border border-line-strong bg-raised p-3 has-checked:border-accent-fill has-checked:bg-accent-tint has-checked:inset-ring has-checked:inset-ring-accent-fill has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
        >
          <input
            id={`${id}-${option.value}`}
            type="radio"
            value={option.value}
            {...(chosen === undefined ? {} : { checked: chosen === option.value })}
            className="mt-0.5 size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised outline-none checked:border-[5px] checked:border-accent-fill"
            {...rest}
          />
          <span className="min-w-0">
            <span className="block font-med">{option.label}</span>
            {option.help === undefined ? null : <span className="block text-12 text-ink-2">{option.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
