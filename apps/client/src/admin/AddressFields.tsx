import type { UseFormReturn } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { CountrySelect } from './CountrySelect.tsx';

/** An emergency address as a form has it. */
export const blankAddress = {
  name: '',
  street: '',
  houseNumber: '',
  postalCode: '',
  city: '',
  country: 'DE',
  note: '',
};
export type AddressValues = typeof blankAddress;

/** A form that keeps an address under `address`. */
export type AddressForm = UseFormReturn<{ address: AddressValues }>;

interface AddressFieldsProps {
  form: AddressForm;
  error: (path: string) => string | undefined;
}

/** The place where help has to go. */
export function AddressFields({ form, error }: AddressFieldsProps) {
  const { t } = useWords();
  const { register, watch, setValue } = form;
  const wrong = (name: keyof AddressValues) => error(`address.${name}`) ?? error(`emergencyAddress.${name}`);
  return (
    <div className="grid grid-cols-6 gap-3">
      <Field
        className="col-span-6"
        label={t(($) => $.admin.address.name)}
        autoComplete="organization"
        error={wrong('name')}
        {...register('address.name')}
      />
      <Field
        className="col-span-4"
        label={t(($) => $.admin.address.street)}
        error={wrong('street')}
        {...register('address.street')}
      />
      <Field
        className="col-span-2"
        label={t(($) => $.admin.address.houseNumber)}
        error={wrong('houseNumber')}
        {...register('address.houseNumber')}
      />
      <Field
        className="col-span-2"
        label={t(($) => $.admin.address.postalCode)}
        autoComplete="postal-code"
        error={wrong('postalCode')}
        {...register('address.postalCode')}
      />
      <Field
        className="col-span-2 max-[559px]:col-span-4"
        label={t(($) => $.admin.address.city)}
        autoComplete="address-level2"
        error={wrong('city')}
        {...register('address.city')}
      />
      <CountrySelect
        className="col-span-2 max-[559px]:col-span-6"
        value={watch('address.country')}
        error={wrong('country')}
        onChange={(country) => setValue('address.country', country, { shouldDirty: true })}
      />
      <Field
        className="col-span-6"
        label={`${t(($) => $.admin.address.note)} (${t(($) => $.admin.optional)})`}
        help={t(($) => $.admin.address.noteHelp)}
        error={wrong('note')}
        {...register('address.note')}
      />
    </div>
  );
}
