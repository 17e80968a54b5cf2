import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { type AdminAccountChange, adminAccountChange } from '@sidetone/contract/entities/admin-account.ts';
import { addressState } from '@sidetone/contract/entities/trunk.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { AddressFields, type AddressValues, blankAddress } from '../AddressFields.tsx';
import { useAdminAccount } from '../directory.ts';
import { useEditor } from '../use-editor.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';
import { TrunkAddresses } from './TrunkAddresses.tsx';

/** The place where help goes. */
export function AddressStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const account = useAdminAccount();
  const trunks = useLive(adminQueries.adminTrunks, {}).rows;
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
      // What a provider has confirmed is in doubt after a change of the address, so it is asked for again.
      const isFirst = account?.emergencyAddress == null;
      const known = addressState(trunks);
      if (known === 'sent' || known === 'noTrunk' || (known === 'confirmed' && isFirst)) moves.next();
    },
  });
  const isSaved = account?.emergencyAddress != null && !editor.form.formState.isDirty;
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.address.title)}
      text={t(($) => $.admin.address.ofCompany)}
      hint={t(($) => $.admin.firstRun.address.hint)}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => (isSaved ? moves.next() : void editor.submit())}
    >
      <AddressFields form={editor.form} error={editor.error} />
      {isSaved && trunks.length > 0 ? (
        <>
          <p role="status" className="text-ink-2">
            {t(($) => $.admin.firstRun.line.addressStates[addressState(trunks)])}
          </p>
          <TrunkAddresses trunks={trunks} />
        </>
      ) : null}
    </StepFrame>
  );
}
