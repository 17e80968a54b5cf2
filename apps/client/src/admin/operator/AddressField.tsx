import { companyUrlProblems } from '@sidetone/contract/entities/company.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';

/** An address as people type it, often without `https://`; empty: the company has none of its own. */
export const addressIn = (typed: string): string | null => {
  const address = typed.trim();
  return address === '' ? null : address.includes('://') ? address : `https://${address}`;
};

/** Why the server does not take an address, in words. */
export function useAddressRefusal(): (path: string, reason: string) => string | undefined {
  const { t } = useWords();
  return (_path, reason) => {
    const problem = companyUrlProblems.find((one) => one === reason);
    return problem && t(($) => $.admin.companies.addressProblems[problem]);
  };
}

/** The address of its own that a company has for this server. */
export function AddressField({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const { t } = useWords();
  return (
    <Field
      label={`${t(($) => $.admin.companies.address)} (${t(($) => $.admin.optional)})`}
      placeholder="https://phone.company.example"
      autoComplete="off"
      inputMode="url"
      help={t(($) => $.admin.companies.addressHelp)}
      error={error}
      {...field}
    />
  );
}
