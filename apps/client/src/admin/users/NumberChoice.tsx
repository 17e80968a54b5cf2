import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { SearchSelect } from '#ui/SearchSelect.tsx';

interface NumberChoiceProps {
  label: string;
  hideLabel?: boolean;
  /** In E.164 form; the numbers to choose from. */
  choosable: readonly string[];
  /** Null: no number. */
  value: string | null;
  error?: string | undefined;
  help?: string | undefined;
  className?: string;
  onChange: (number: string | null) => void;
}

/** A direct number of a user, or none. Typing some of its digits finds it. */
export function NumberChoice({ choosable, value, onChange, ...rest }: NumberChoiceProps) {
  const { t } = useWords();
  // A number that was given to another user meanwhile is still shown as the choice.
  const numbers = value === null || choosable.includes(value) ? choosable : [value, ...choosable];
  return (
    <SearchSelect
      {...rest}
      options={[
        { value: '', label: t(($) => $.admin.users.noNumber) },
        ...numbers.map((number) => ({ value: number, label: formatNumber(number) })),
      ]}
      value={value ?? ''}
      onChange={(number) => onChange(number === '' ? null : number)}
      noneFound={t(($) => $.admin.users.noSuchNumber)}
    />
  );
}
