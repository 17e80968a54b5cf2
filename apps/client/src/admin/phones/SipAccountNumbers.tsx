import { mostAccountNumbers } from '@sidetone/contract/entities/sip-account.ts';
import { Plus, X } from 'lucide-react';
import { type Control, type UseFormRegister, useFieldArray } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { SipAccountValues } from './sip-account-form.ts';

interface SipAccountNumbersProps {
  control: Control<SipAccountValues>;
  register: UseFormRegister<SipAccountValues>;
  error: (path: string) => string | undefined;
}

/** The numbers of a SIP account, each with a label of its own. */
export function SipAccountNumbers({ control, register, error }: SipAccountNumbersProps) {
  const { t } = useWords();
  const { fields, append, remove } = useFieldArray({ control, name: 'phoneNumbers' });
  return (
    <div className="grid gap-3">
      {fields.length === 0 ? <p className="text-ink-3">{t(($) => $.admin.sipAccounts.noNumbers)}</p> : null}
      <ul className="grid gap-3">
        {fields.map((field, at) => {
          const place = at + 1;
          return (
            <li key={field.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_36px] items-start gap-2">
              <Field
                label={t(($) => $.admin.sipAccounts.number, { place })}
                type="tel"
                autoComplete="off"
                error={error(`phoneNumbers.${at}.phoneNumber`)}
                {...register(`phoneNumbers.${at}.phoneNumber`)}
              />
              <Field
                label={`${t(($) => $.admin.sipAccounts.labelShort)} (${t(($) => $.admin.optional)})`}
                aria-label={t(($) => $.admin.sipAccounts.label, { place })}
                autoComplete="off"
                error={error(`phoneNumbers.${at}.label`)}
                {...register(`phoneNumbers.${at}.label`)}
              />
              <IconButton
                className="mt-6"
                icon={X}
                label={t(($) => $.admin.sipAccounts.removeNumber, { place })}
                onClick={() => remove(at)}
              />
            </li>
          );
        })}
      </ul>
      {error('phoneNumbers') === undefined ? null : (
        <p role="alert" className="text-12 text-missed">
          {error('phoneNumbers')}
        </p>
      )}
      <div>
        <Button disabled={fields.length >= mostAccountNumbers} onClick={() => append({ phoneNumber: '', label: '' })}>
          <Icon of={Plus} />
          {t(($) => $.admin.sipAccounts.addNumber)}
        </Button>
      </div>
    </div>
  );
}
