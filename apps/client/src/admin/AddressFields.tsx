import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';

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

interface AddressFieldsProps {
  register: UseFormRegister<{ address: AddressValues }>;
  error: (path: string) => string | undefined;
}

/** Where help has to go. The form keeps it under `address`. */
export function AddressFields({ register, error }: AddressFieldsProps) {
  const { t } = useWords();
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
        className="col-span-3"
        label={t(($) => $.admin.address.city)}
        autoComplete="address-level2"
        error={wrong('city')}
        {...register('address.city')}
      />
      <Field
        className="col-span-1"
        label={t(($) => $.admin.address.country)}
        autoComplete="country"
        maxLength={2}
        error={wrong('country')}
        {...register('address.country')}
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
