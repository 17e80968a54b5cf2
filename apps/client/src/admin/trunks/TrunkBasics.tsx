import { trunkKinds, trunkTransports } from '@sidetone/contract/entities/trunk.ts';
import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { Select } from '#ui/Select.tsx';
import type { TrunkValues } from './trunk-form.ts';

interface TrunkBasicsProps {
  editor: {
    form: { register: UseFormRegister<TrunkValues>; watch: (name: 'kind') => string };
    error: (path: string) => string | undefined;
  };
  /** There is one already: an empty field leaves it. */
  hasPassword: boolean;
}

/** The data of a provider's welcome letter: the way to register, the server, and the sign-in. */
export function TrunkBasics({ editor, hasPassword }: TrunkBasicsProps) {
  const { t } = useWords();
  const { register, watch } = editor.form;
  const isRegistration = watch('kind') === 'registration';
  return (
    <div className="grid gap-4">
      <RadioCards
        label={t(($) => $.admin.trunks.kind)}
        options={trunkKinds.map((value) => ({
          value,
          label: t(($) => $.admin.trunks.kinds[value].name),
          help: t(($) => $.admin.trunks.kinds[value].help),
        }))}
        {...register('kind')}
      />
      <div className="grid grid-cols-[1fr_96px_112px] gap-3">
        <Field
          label={t(($) => $.admin.trunks.server)}
          autoComplete="off"
          error={editor.error('host')}
          {...register('host')}
        />
        <Field
          label={t(($) => $.admin.trunks.port)}
          inputMode="numeric"
          placeholder={t(($) => $.admin.trunks.auto)}
          error={editor.error('port')}
          {...register('port')}
        />
        <Select
          label={t(($) => $.admin.trunks.transport)}
          options={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
          {...register('transport')}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={
            isRegistration
              ? t(($) => $.admin.trunks.username)
              : `${t(($) => $.admin.trunks.username)} (${t(($) => $.admin.optional)})`
          }
          autoComplete="off"
          error={editor.error('username')}
          {...register('username')}
        />
        <PasswordField
          label={
            isRegistration
              ? t(($) => $.admin.trunks.password)
              : `${t(($) => $.admin.trunks.password)} (${t(($) => $.admin.optional)})`
          }
          showLabel={t(($) => $.signIn.show)}
          hideLabel={t(($) => $.signIn.hide)}
          autoComplete="new-password"
          help={hasPassword ? t(($) => $.admin.trunks.passwordKept) : undefined}
          error={editor.error('password')}
          {...register('password')}
        />
        <Field
          label={`${t(($) => $.admin.trunks.authUsername)} (${t(($) => $.admin.optional)})`}
          autoComplete="off"
          help={t(($) => $.admin.trunks.authUsernameHelp)}
          error={editor.error('authUsername')}
          {...register('authUsername')}
        />
      </div>
    </div>
  );
}
