import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import { secondFactorRules, signInRules } from '@sidetone/contract/entities/second-factor.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import type { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useEditor } from '../use-editor.ts';
import { FormPart } from './FormPart.tsx';

interface RulesValues {
  secondFactor: string;
  /** Empty: while it is used. */
  sessionDays: string;
  /** One a line. */
  adminNetworks: string;
}

/** How users of the company sign in. */
export function SignInRulesForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const { secondFactor, sessionDays, adminNetworks } = account.signIn;
  const editor = useEditor<RulesValues, z.infer<typeof signInRules>>({
    values: {
      secondFactor,
      sessionDays: sessionDays?.toString() ?? '',
      adminNetworks: adminNetworks.join('\n'),
    },
    schema: signInRules,
    shape: (values) => ({
      secondFactor: values.secondFactor,
      sessionDays: values.sessionDays.trim() === '' ? null : Number(values.sessionDays),
      adminNetworks: values.adminNetworks.split(/[\s,]+/).filter((network) => network !== ''),
    }),
    place: (path) => path.replace(/^signIn\./, ''),
    refusal: (_path, reason) => (reason === 'lockedOut' ? t(($) => $.admin.signIn.lockedOut) : undefined),
    save: async (signIn) => {
      await call(adminAccountRoutes.changeAccount, { body: { signIn } });
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, formState } = editor.form;
  // The list has an error for each faulty line, but there is only one field to show it.
  const ofNetworks = formState.errors.adminNetworks;
  return (
    <FormPart title={t(($) => $.admin.signIn.title)} text={t(($) => $.admin.signIn.text)} editor={editor}>
      <Select
        label={t(($) => $.admin.signIn.secondFactor)}
        options={secondFactorRules.map((rule) => ({ value: rule, label: t(($) => $.admin.signIn.rules[rule]) }))}
        {...register('secondFactor')}
      />
      <p className="-mt-2 text-12 text-ink-3">{t(($) => $.admin.signIn.secondFactorHelp)}</p>
      <Field
        label={`${t(($) => $.admin.signIn.sessionDays)} (${t(($) => $.admin.optional)})`}
        type="number"
        min={1}
        max={365}
        help={t(($) => $.admin.signIn.sessionDaysHelp)}
        error={editor.error('sessionDays')}
        {...register('sessionDays')}
      />
      <TextArea
        label={`${t(($) => $.admin.signIn.networks)} (${t(($) => $.admin.optional)})`}
        rows={3}
        help={t(($) => $.admin.signIn.networksHelp)}
        error={ofNetworks ? (ofNetworks.message ?? t(($) => $.admin.signIn.networksWrong)) : undefined}
        {...register('adminNetworks')}
      />
    </FormPart>
  );
}
