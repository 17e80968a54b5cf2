import { type AdminAccountChange, adminAccountChange } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { AddressFields, type AddressValues, blankAddress } from '../AddressFields.tsx';
import { useAdminAccount } from '../directory.ts';
import { useEditor } from '../use-editor.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';

/** The place where help goes. */
export function AddressStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const account = useAdminAccount();
  const editor = useEditor<{ address: AddressValues }, AdminAccountChange>({
    values: {
      address: account?.emergencyAddress ?? {
        ...blankAddress,
        name: account?.name ?? '',
        country: account?.numberPlan.country ?? 'DE',
      },
    },
    schema: adminAccountChange,
    shape: ({ address }) => ({ emergencyAddress: address }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body });
      moves.next();
    },
  });
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.address.title)}
      text={t(($) => $.admin.address.ofCompany)}
      hint={t(($) => $.admin.firstRun.address.hint)}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <AddressFields form={editor.form} error={editor.error} />
    </StepFrame>
  );
}
