import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import type { TypedLimits } from './limits-form.ts';

interface LimitFieldsProps {
  register: UseFormRegister<TypedLimits>;
  error: (path: string) => string | undefined;
}

/** How many users, calls at once and gigabytes a company may have. */
export function LimitFields({ register, error }: LimitFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-2 font-semi text-14">{t(($) => $.admin.companies.limits)}</legend>
      <div className="grid grid-cols-3 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={t(($) => $.admin.companies.users)}
          inputMode="numeric"
          autoComplete="off"
          error={error('limits.users') ?? error('users')}
          {...register('users')}
        />
        <Field
          label={t(($) => $.admin.companies.callsAtOnce)}
          inputMode="numeric"
          autoComplete="off"
          error={error('limits.calls') ?? error('calls')}
          {...register('calls')}
        />
        <Field
          label={t(($) => $.admin.companies.storageIn)}
          inputMode="decimal"
          autoComplete="off"
          error={error('limits.storageBytes') ?? error('storage')}
          {...register('storage')}
        />
      </div>
      <p className="text-12 text-ink-3">{t(($) => $.admin.companies.limitsHelp)}</p>
    </fieldset>
  );
}
