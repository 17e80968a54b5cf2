import { mostPhoneKeys } from '@sidetone/contract/entities/phone-setup.ts';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { useAdminChannels } from '../directory.ts';
import { PickAndAdd } from '../PickAndAdd.tsx';
import { keyOptions } from './setup-form.ts';

interface KeysOfPhoneProps {
  keys: readonly string[];
  error?: string | undefined;
  onChange: (keys: string[]) => void;
}

/** Extensions whose state the keys of a phone show, in the order of the keys. */
export function KeysOfPhone({ keys, error, onChange }: KeysOfPhoneProps) {
  const { t } = useWords();
  const { rows } = useAdminChannels();
  const options = useMemo(() => keyOptions(rows), [rows]);
  const labelOf = (key: string) => options.find(({ value }) => value === key)?.label ?? key;
  return (
    <div className="grid gap-2">
      <ol className="flex flex-wrap gap-2" aria-label={t(($) => $.admin.phoneSetup.keys)}>
        {keys.map((key) => (
          <li key={key} className="inline-flex items-center rounded-s bg-well pl-2.5">
            {labelOf(key)}
            <IconButton
              icon={X}
              label={t(($) => $.admin.phoneSetup.removeKey, { name: labelOf(key) })}
              onClick={() => onChange(keys.filter((one) => one !== key))}
            />
          </li>
        ))}
      </ol>
      {keys.length < mostPhoneKeys ? (
        <PickAndAdd
          label={t(($) => $.admin.phoneSetup.addKey)}
          options={options.filter(({ value }) => !keys.includes(value))}
          noneFound={t(($) => $.admin.phoneSetup.noKey)}
          onAdd={(key) => onChange([...keys, key])}
        />
      ) : null}
      {error === undefined ? null : (
        <p role="alert" className="text-12 text-missed">
          {error}
        </p>
      )}
    </div>
  );
}
