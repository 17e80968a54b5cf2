import {
  type AdminAccount,
  type AdminAccountChange,
  adminAccountChange,
} from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { AddressFields, type AddressValues, blankAddress } from '../AddressFields.tsx';
import { useEditor } from '../use-editor.ts';
import { FormPart } from './FormPart.tsx';

/** The place where help goes for emergency calls of the company. */
export function AddressForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const editor = useEditor<{ address: AddressValues }, AdminAccountChange>({
    values: {
      address: account.emergencyAddress ?? { ...blankAddress, name: account.name, country: account.numberPlan.country },
    },
    schema: adminAccountChange,
    shape: ({ address }) => ({ emergencyAddress: address }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body });
    },
    saved: t(($) => $.admin.saved),
  });
  return (
    <FormPart title={t(($) => $.admin.address.title)} text={t(($) => $.admin.address.ofCompany)} editor={editor}>
      {account.emergencyAddress === null ? (
        <p className="rounded-s bg-ring-tint px-3 py-2 text-ring">{t(($) => $.admin.address.missing)}</p>
      ) : null}
      <AddressFields form={editor.form} error={editor.error} />
    </FormPart>
  );
}
