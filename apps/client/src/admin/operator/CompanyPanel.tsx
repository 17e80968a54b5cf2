import { type Company, type CompanyChange, companyChange } from '@sidetone/contract/entities/company.ts';
import { companyRoutes } from '@sidetone/contract/http/admin/company-routes.ts';
import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { AddressField, addressIn, useAddressRefusal } from './AddressField.tsx';
import { LimitFields } from './LimitFields.tsx';
import { limitsIn, type TypedLimits, typedLimits } from './limits-form.ts';
import { UseOfLimits } from './UseOfLimits.tsx';

interface Values extends TypedLimits {
  publicUrl: string;
}

/** What a company uses, and what it may have. */
export function CompanyPanel({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useWords();
  const editor = useEditor<Values, CompanyChange>({
    values: { ...typedLimits(company.limits), publicUrl: company.publicUrl ?? '' },
    schema: companyChange,
    shape: ({ publicUrl, ...limits }) => ({ limits: limitsIn(limits), publicUrl: addressIn(publicUrl) }),
    refusal: useAddressRefusal(),
    save: async (body) => {
      await call(companyRoutes.changeCompany, { params: { accountId: company.id }, body });
      onClose();
    },
    saved: t(($) => $.admin.companies.saved, { name: company.name }),
  });
  return (
    <EditorPanel
      title={company.name}
      subtitle={t(($) => $.admin.companies.states[company.state])}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      submitLabel={t(($) => $.admin.save)}
    >
      <UseOfLimits use={company} />
      <AddressField field={editor.form.register('publicUrl')} error={editor.error('publicUrl')} />
      <LimitFields register={editor.form.register as unknown as UseFormRegister<TypedLimits>} error={editor.error} />
    </EditorPanel>
  );
}
