import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import { newCompany } from '@sidetone/contract/entities/company.ts';
import { companyRoutes } from '@sidetone/contract/http/admin/company-routes.ts';
import { useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import type { z } from 'zod';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import { CountrySelect } from '../CountrySelect.tsx';
import { EditorPanel } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { LinkDialog } from '../users/LinkDialog.tsx';
import { needsHandover } from '../users/made-link.ts';
import { AddressField, addressIn, useAddressRefusal } from './AddressField.tsx';
import { LimitFields } from './LimitFields.tsx';
import { limitsIn, noLimits, type TypedLimits } from './limits-form.ts';

interface Values extends TypedLimits {
  name: string;
  country: string;
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
  publicUrl: string;
}

const nothing: Omit<Values, 'locale'> = {
  name: '',
  country: 'DE',
  firstName: '',
  lastName: '',
  email: '',
  publicUrl: '',
  ...noLimits,
};

const inAdministrator = ['firstName', 'lastName', 'email', 'locale'];

/** A new company; its first administrator is invited and sets up the rest. */
export function AddCompanyPanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords();
  const [invited, setInvited] = useState<{ made: MadeLink; name: string; company: string } | null>(null);
  const editor = useEditor<Values, z.output<typeof newCompany>>({
    values: { ...nothing, locale: language },
    schema: newCompany,
    refusal: useAddressRefusal(),
    shape: ({ name, country, firstName, lastName, email, locale, publicUrl, ...limits }) => ({
      name,
      country,
      administrator: { firstName, lastName, email, locale },
      limits: limitsIn(limits),
      publicUrl: addressIn(publicUrl),
    }),
    // The server names fields of the person alone where the person is what it refuses.
    place: (path) => (inAdministrator.includes(path) ? `administrator.${path}` : path),
    save: async (body) => {
      const { invitation } = await call(companyRoutes.addCompany, { body });
      const { firstName, lastName, email } = body.administrator;
      if (needsHandover(invitation)) {
        setInvited({ made: invitation, name: `${firstName} ${lastName}`, company: body.name });
        return;
      }
      toast({ tone: 'ok', title: t(($) => $.admin.companies.added, { name: body.name }), text: email });
      onClose();
    },
  });
  const { register, watch, setValue } = editor.form;
  if (invited) {
    return (
      <LinkDialog
        title={t(($) => $.admin.companies.added, { name: invited.company })}
        name={invited.name}
        made={invited.made}
        onClose={onClose}
      />
    );
  }
  const text = { autoComplete: 'off' } as const;
  return (
    <EditorPanel
      title={t(($) => $.admin.companies.add)}
      subtitle={t(($) => $.admin.companies.addText)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      submitLabel={t(($) => $.admin.companies.addAndInvite)}
    >
      <Field
        label={t(($) => $.admin.companies.name)}
        {...text}
        autoFocus
        error={editor.error('name')}
        {...register('name')}
      />
      <CountrySelect
        value={watch('country')}
        error={editor.error('country')}
        onChange={(country) => setValue('country', country, { shouldDirty: true })}
      />
      <AddressField field={register('publicUrl')} error={editor.error('publicUrl')} />
      <fieldset className="grid gap-3">
        <legend className="pb-2 font-semi text-14">{t(($) => $.admin.companies.administrator)}</legend>
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.admin.users.firstName)}
            {...text}
            error={editor.error('administrator.firstName')}
            {...register('firstName')}
          />
          <Field
            label={t(($) => $.admin.users.lastName)}
            {...text}
            error={editor.error('administrator.lastName')}
            {...register('lastName')}
          />
          <Field
            label={t(($) => $.admin.users.email)}
            type="email"
            {...text}
            error={editor.error('administrator.email')}
            {...register('email')}
          />
          <Select label={t(($) => $.admin.users.language)} options={languageOptions} {...register('locale')} />
        </div>
      </fieldset>
      <LimitFields register={register as unknown as UseFormRegister<TypedLimits>} error={editor.error} />
    </EditorPanel>
  );
}
