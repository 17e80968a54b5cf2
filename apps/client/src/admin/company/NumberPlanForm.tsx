import {
  type AdminAccount,
  type AdminAccountChange,
  adminAccountChange,
} from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { callingCodeOf } from '@sidetone/contract/rules/countries.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { CountrySelect } from '../CountrySelect.tsx';
import { useEditor } from '../use-editor.ts';
import { FormPart } from './FormPart.tsx';
import { shortCodesOf, shortCodesText } from './short-codes.ts';

interface PlanValues {
  country: string;
  areaCode: string;
  outsidePrefix: string;
  internationalPrefix: string;
  emergencyNumbers: string;
  shortCodes: string;
}

/** The rules for numbers that users dial without their country. */
export function NumberPlanForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const plan = account.numberPlan;
  const editor = useEditor<PlanValues, AdminAccountChange>({
    values: {
      country: plan.country,
      areaCode: plan.areaCode,
      outsidePrefix: plan.outsidePrefix,
      internationalPrefix: plan.internationalPrefix ?? '',
      emergencyNumbers: plan.emergencyNumbers.join(', '),
      shortCodes: shortCodesText(plan.shortCodes),
    },
    schema: adminAccountChange,
    shape: (values) => ({
      numberPlan: {
        ...values,
        areaCode: values.areaCode.replace(/^0/, ''),
        internationalPrefix: values.internationalPrefix === '' ? null : values.internationalPrefix,
        emergencyNumbers: values.emergencyNumbers.split(/[\s,]+/).filter((number) => number !== ''),
        shortCodes: shortCodesOf(values.shortCodes, (typed) => normalizeNumber(typed, plan) ?? typed),
      },
    }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body });
    },
    saved: t(($) => $.admin.saved),
  });
  const { register } = editor.form;
  const country = editor.form.watch('country');
  const wrong = (path: string) => editor.error(`numberPlan.${path}`);
  return (
    <FormPart
      title={t(($) => $.admin.company.numberPlan)}
      text={t(($) => $.admin.company.numberPlanText)}
      editor={editor}
    >
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <CountrySelect
          value={country}
          help={`+${callingCodeOf(country)}`}
          error={wrong('country')}
          onChange={(next) => editor.form.setValue('country', next, { shouldDirty: true })}
        />
        <Field
          label={t(($) => $.admin.company.areaCode)}
          inputMode="numeric"
          help={t(($) => $.admin.company.areaCodeHelp)}
          error={wrong('areaCode')}
          {...register('areaCode')}
        />
        <Field
          label={`${t(($) => $.admin.company.outsidePrefix)} (${t(($) => $.admin.optional)})`}
          inputMode="numeric"
          help={t(($) => $.admin.company.outsidePrefixHelp)}
          error={wrong('outsidePrefix')}
          {...register('outsidePrefix')}
        />
        <Field
          label={`${t(($) => $.admin.company.internationalPrefix)} (${t(($) => $.admin.optional)})`}
          inputMode="numeric"
          help={t(($) => $.admin.company.internationalPrefixHelp)}
          error={wrong('internationalPrefix')}
          {...register('internationalPrefix')}
        />
      </div>
      <Field
        label={`${t(($) => $.admin.company.emergencyNumbers)} (${t(($) => $.admin.optional)})`}
        help={t(($) => $.admin.company.emergencyNumbersHelp)}
        error={wrong('emergencyNumbers') ?? wrong('emergencyNumbers.0')}
        {...register('emergencyNumbers')}
      />
      <TextArea
        label={`${t(($) => $.admin.company.shortCodes)} (${t(($) => $.admin.optional)})`}
        rows={3}
        placeholder="*10 +49 40 66969 0"
        help={t(($) => $.admin.company.shortCodesHelp)}
        error={
          wrong('shortCodes') === undefined && !hasError(editor.form.formState.errors)
            ? undefined
            : t(($) => $.admin.company.shortCodesWrong)
        }
        {...register('shortCodes')}
      />
    </FormPart>
  );
}

/** Whether any of the short codes is invalid. */
function hasError(errors: object): boolean {
  return (errors as { numberPlan?: { shortCodes?: unknown } }).numberPlan?.shortCodes !== undefined;
}
