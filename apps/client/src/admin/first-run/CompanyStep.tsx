import { type AdminAccountChange, adminAccountChange } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { CountrySelect } from '../CountrySelect.tsx';
import { timeZones } from '../company/time-zones.ts';
import { useAdminAccount } from '../directory.ts';
import { useEditor } from '../use-editor.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';

/** Name, place and time zone of the company. */
export function CompanyStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const account = useAdminAccount();
  const editor = useEditor<{ name: string; timeZone: string; country: string; areaCode: string }, AdminAccountChange>({
    values: {
      name: account?.name ?? '',
      timeZone: account?.timeZone ?? 'Europe/Berlin',
      country: account?.numberPlan.country ?? 'DE',
      areaCode: account?.numberPlan.areaCode ?? '',
    },
    schema: adminAccountChange,
    shape: ({ country, areaCode, ...values }) => ({
      ...values,
      numberPlan: { country, areaCode: areaCode.trim().replace(/^0/, '') },
    }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body });
      moves.next();
    },
  });
  const { register, watch, setValue } = editor.form;
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.company.title)}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <Field
        label={t(($) => $.admin.company.name)}
        autoComplete="organization"
        error={editor.error('name')}
        {...register('name')}
      />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <CountrySelect value={watch('country')} onChange={(country) => setValue('country', country)} />
        <Select
          label={t(($) => $.admin.company.timeZone)}
          options={timeZones(account?.timeZone ?? 'Europe/Berlin')}
          {...register('timeZone')}
        />
        <Field
          label={`${t(($) => $.admin.company.areaCode)} (${t(($) => $.admin.optional)})`}
          inputMode="numeric"
          help={t(($) => $.admin.company.areaCodeHelp)}
          error={editor.error('numberPlan.areaCode')}
          {...register('areaCode')}
        />
      </div>
    </StepFrame>
  );
}
