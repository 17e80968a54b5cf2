import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { Mistake, ConnectField as Name } from './connect-input.ts';
import { fieldWords } from './field-words.ts';

interface ConnectFieldProps {
  field: Name;
  /** Of the integration, such as SALESFORCE. */
  name: string;
  /** The key is a password, since a user name goes with it. */
  isPassword: boolean;
  /** The focus begins here. */
  first: boolean;
  disabled: boolean;
  value: string;
  mistake: Mistake | undefined;
  onChange: (value: string) => void;
}

/** One field to fill in; a secret can be shown. */
export function ConnectField({
  field,
  name,
  isPassword,
  first,
  disabled,
  value,
  mistake,
  onChange,
}: ConnectFieldProps) {
  const { t } = useWords();
  const [seen, setSeen] = useState(false);
  const isSecret = field === 'key';
  const isUrl = field === 'url' || field === 'account_url';
  const { label, help } = fieldWords(t, name, field, isPassword);
  return (
    <div className="relative">
      <Field
        name={field}
        required
        disabled={disabled}
        {...(first ? { 'data-first-focus': '' } : {})}
        label={label}
        type={isSecret ? (seen ? 'text' : 'password') : isUrl ? 'url' : 'text'}
        inputMode={isUrl ? 'url' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        help={help}
        error={mistake === undefined ? undefined : t(($) => $.integrations.mistakes[mistake])}
        style={isSecret ? { paddingRight: 40 } : undefined}
      />
      {isSecret ? (
        <IconButton
          icon={seen ? EyeOff : Eye}
          label={t(($) => (seen ? $.integrations.hideSecret : $.integrations.showSecret))}
          disabled={disabled}
          onClick={() => setSeen(!seen)}
          className="absolute top-6 right-1"
        />
      ) : null}
    </div>
  );
}
