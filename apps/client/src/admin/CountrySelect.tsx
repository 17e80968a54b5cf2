import { knownCountries } from '@sidetone/contract/rules/countries.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { SearchSelect } from '#ui/SearchSelect.tsx';
import { countries } from './company/time-zones.ts';

interface CountrySelectProps {
  /** ISO 3166-1 alpha-2. */
  value: string;
  help?: string;
  error?: string | undefined;
  className?: string;
  onChange: (country: string) => void;
}

/** A country by its name: the same list in every form. */
export function CountrySelect({ value, ...rest }: CountrySelectProps) {
  const { t, language } = useWords();
  const options = useMemo(() => {
    const known = knownCountries();
    // A stored address may be in a country without a known number plan.
    return countries(known.includes(value) || value === '' ? known : [value, ...known], language);
  }, [value, language]);
  return (
    <SearchSelect
      {...rest}
      label={t(($) => $.admin.address.country)}
      options={options}
      value={value}
      noneFound={t(($) => $.admin.address.noSuchCountry)}
    />
  );
}
