import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** Two to four short choices in one row; the arrow keys move between them. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className="inline-flex flex-none rounded-s bg-well p-0.5 inset-ring inset-ring-line"
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.label}
          lang={option.lang}
          // Pressing the one that is on counts as a choice as well.
          onClick={() => option.value === value && onChange(value)}
          className="flex h-6 cursor-default items-center gap-1.5 whitespace-nowrap rounded-[5px] px-2.5 font-med text-12 text-ink-2 data-checked:bg-thumb data-checked:text-ink data-checked:shadow-e1"
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
