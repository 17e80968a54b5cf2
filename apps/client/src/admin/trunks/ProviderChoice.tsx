import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { nameFor, type ProviderField, providers } from './providers.ts';
import { type TrunkValues, trunkValues } from './trunk-form.ts';

interface ProviderChoiceProps {
  form: Pick<UseFormReturn<TrunkValues>, 'setValue' | 'getValues'>;
  /** A trunk is named after its provider as long as nobody typed a name; left out: it is not asked for here. */
  names?: boolean;
}

/** Fills in what is known in public of a provider, and tells what is left to type. */
export function ProviderChoice({ form: { setValue, getValues }, names = false }: ProviderChoiceProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState('');
  const provider = providers.find(({ id }) => id === chosen);
  const choose = (id: string) => {
    setChosen(id);
    const next = providers.find((one) => one.id === id);
    const before = trunkValues(null);
    const changed = new Set([...Object.keys(provider?.fills ?? {}), ...Object.keys(next?.fills ?? {})]);
    for (const field of changed as Set<keyof TrunkValues>)
      setValue(field, next?.fills[field] ?? before[field], { shouldDirty: true });
    if (!names) return;
    setValue('name', nameFor(getValues('name'), provider, next), { shouldDirty: true });
  };
  const listed = (fields: readonly ProviderField[]) => fields.map((field) => t(($) => $.admin.trunks[wordOf[field]]));
  return (
    <div className="grid gap-2">
      <Select
        label={t(($) => $.admin.alarms.providers.label)}
        help={t(($) => $.admin.alarms.providers.help)}
        options={[
          { value: '', label: t(($) => $.admin.alarms.providers.other) },
          ...providers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      />
      {provider ? (
        <div role="status" className="grid gap-1 rounded-m border border-line p-3 text-12 text-ink-2">
          <p>{t(($) => $.admin.alarms.providers.hints[provider.id])}</p>
          <p>{t(($) => $.admin.alarms.providers.asks, { fields: listed(provider.asks).join(', ') })}</p>
          <p>{t(($) => $.admin.alarms.providers.unsaid, { fields: listed(provider.unsaid).join(', ') })}</p>
          {provider.source === null ? null : (
            <a
              href={provider.source}
              target="_blank"
              rel="noreferrer"
              className="justify-self-start font-med text-accent"
            >
              {t(($) => $.admin.alarms.providers.source)}
            </a>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** What a form of a trunk calls its fields. */
const wordOf = {
  host: 'server',
  port: 'port',
  transport: 'transport',
  srtp: 'srtp',
  outboundProxy: 'outboundProxy',
  username: 'username',
  password: 'password',
  numberForm: 'numberForm',
  callerIdIn: 'callerIdIn',
  sourceAddresses: 'sourceAddresses',
} as const satisfies Record<ProviderField, string>;
