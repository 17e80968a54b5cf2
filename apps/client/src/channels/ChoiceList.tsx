import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

interface Choice {
  value: string;
  title: string;
  text?: string | undefined;
  /** At the right. */
  end?: ReactNode;
  /** Why it was refused. */
  error?: string | undefined;
  /** Belongs to the choice and is shown while that is chosen. */
  more?: ReactNode;
}

interface ChoiceListProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
}

/** A choice between a few options, each in a row with a line about it. */
export function ChoiceList({ label, value, choices, onChoose }: ChoiceListProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="overflow-hidden rounded-m border border-line-strong">
      {choices.map((choice) => (
        <div
          key={choice.value}
          className={cn(
            'border-line border-t first:border-t-0',
            choice.value === value && 'bg-accent-tint shadow-[inset_2px_0_0_var(--accent-fill)]',
          )}
        >
          <label className="flex min-h-13 items-center gap-3 px-3 py-1.5">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              aria-label={[choice.title, choice.text].filter(Boolean).join(', ')}
              className="size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised checked:border-[5px] checked:border-accent-fill"
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-med">{choice.title}</span>
              {choice.text === undefined ? null : <span className="block text-12 text-ink-3">{choice.text}</span>}
              {choice.error === undefined ? null : (
                <span role="alert" className="flex items-center gap-1 text-12 text-missed">
                  <Icon of={CircleAlert} size={12} />
                  {choice.error}
                </span>
              )}
            </span>
            {choice.end}
          </label>
          {choice.value === value && choice.more ? <div className="pr-3 pb-3 pl-10">{choice.more}</div> : null}
        </div>
      ))}
    </div>
  );
}
