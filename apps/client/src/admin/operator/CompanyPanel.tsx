import { type Company, type CompanyChange, companyChange } from '@sidetone/contract/entities/company.ts';
import { companyRoutes } from '@sidetone/contract/http/admin/company-routes.ts';
import { useMemo } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { useSettingEditor } from '../setting/use-setting-editor.ts';
import { AddressField, addressIn, useAddressRefusal } from './AddressField.tsx';
import { LimitFields } from './LimitFields.tsx';
import { limitsIn, type TypedLimits, typedLimits } from './limits-form.ts';
import { UseOfLimits } from './UseOfLimits.tsx';

interface Values extends TypedLimits {
  publicUrl: string;
}

const valuesOf = (values: Values): Values => values;

/** What a company uses, and what it may have. */
export function CompanyPanel({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useWords();
  const { publicUrl, limits } = company;
  const { users, calls, storageBytes } = limits;
  // The company comes again with each of its calls; the form follows what it is about.
  const setting = useMemo(
    () => ({ ...typedLimits({ users, calls, storageBytes }), publicUrl: publicUrl ?? '' }),
    [users, calls, storageBytes, publicUrl],
  );
  const editor = useSettingEditor<Values, Values, CompanyChange>({
    setting,
    valuesOf,
    // What another operator saves arrives by itself.
    onOutdated() {},
    schema: companyChange,
    shape: (typed) => ({ limits: limitsIn(typed), publicUrl: addressIn(typed.publicUrl) }),
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
