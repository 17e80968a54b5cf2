import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'type' | 'end'> {
  /** Names of the button that shows the password, and of the one that hides it again. */
  showLabel: string;
  hideLabel: string;
}

/** A field for a password, with a button that shows it. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const name = isShown ? hideLabel : showLabel;
  return (
    <Field
      {...rest}
      type={isShown ? 'text' : 'password'}
      // Visible or not, it is a password: it is neither corrected nor sent to a spelling service.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        // The first page loads none of our tooltips.
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
