import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'type' | 'end'> {
  /** Names of the button that shows what was typed, and of the one that hides it again. */
  showLabel: string;
  hideLabel: string;
}

/** A field for a password, with a button that shows what was typed. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const name = isShown ? hideLabel : showLabel;
  return (
    <Field
      {...rest}
      type={isShown ? 'text' : 'password'}
      // Shown, it is a password all the same: it is neither corrected nor sent to a spelling service.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        // The first page loads no tooltips of ours.
        <button
          type="button"
          aria-label={name}
          title={name}
          disabled={rest.disabled}
          onClick={() => setIsShown(!isShown)}
          className="inline-grid size-7 place-items-center rounded-s text-ink-3 hover:bg-hover hover:text-ink disabled:opacity-45"
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </button>
      }
    />
  );
}
