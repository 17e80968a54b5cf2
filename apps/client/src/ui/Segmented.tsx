import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** Two to four short choices in one row; the arrow keys move between them. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex flex-none rounded-s bg-well p-0.5 inset-ring inset-ring-line"
    >
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className="relative flex h-6 cursor-default items-center gap-1.5 whitespace-nowrap rounded-[5px] px-2.5 font-med text-12 text-ink-2 has-checked:bg-thumb has-checked:text-ink has-checked:shadow-e1"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            // Pressing the one that is on counts as a choice as well.
            onClick={() => option.value === value && onChange(value)}
            className="absolute inset-0 cursor-default appearance-none rounded-[5px]"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
