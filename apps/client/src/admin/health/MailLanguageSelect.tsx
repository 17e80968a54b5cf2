import type { UseFormRegisterReturn } from 'react-hook-form';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';

/** The language of emails to people who may not be users. */
export function MailLanguageSelect(field: UseFormRegisterReturn) {
  const { t } = useWords();
  return <Select label={t(($) => $.admin.alarms.settings.language)} options={languageOptions} {...field} />;
}
