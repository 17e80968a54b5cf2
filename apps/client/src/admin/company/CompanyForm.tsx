import {
  type AdminAccount,
  type AdminAccountChange,
  adminAccountChange,
} from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useEditor } from '../use-editor.ts';
import { FormPart } from './FormPart.tsx';
import { timeZones } from './time-zones.ts';

/** Name, picture and time zone of the company. */
export function CompanyForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const editor = useEditor<{ name: string; logoUrl: string; timeZone: string }, AdminAccountChange>({
    values: { name: account.name, logoUrl: account.logoUrl ?? '', timeZone: account.timeZone },
    schema: adminAccountChange,
    shape: ({ logoUrl, ...values }) => ({ ...values, logoUrl: logoUrl.trim() === '' ? null : logoUrl.trim() }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body });
    },
    saved: t(($) => $.admin.saved),
  });
  const { register } = editor.form;
  return (
    <FormPart title={t(($) => $.admin.company.company)} editor={editor}>
      <Field
        label={t(($) => $.admin.company.name)}
        autoComplete="organization"
        error={editor.error('name')}
        {...register('name')}
      />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.company.timeZone)}
          options={timeZones(account.timeZone)}
          help={t(($) => $.admin.company.timeZoneHelp)}
          error={editor.error('timeZone')}
          {...register('timeZone')}
        />
        <Field
          label={`${t(($) => $.admin.company.logoUrl)} (${t(($) => $.admin.optional)})`}
          type="url"
          placeholder="https://"
          error={editor.error('logoUrl')}
          {...register('logoUrl')}
        />
      </div>
    </FormPart>
  );
}
