import type { useWords } from '#i18n/use-words.ts';
import type { ConnectField } from './connect-input.ts';

/** Integrations whose fields have names of their own. */
const named = ['SALESFORCE', 'ZOHO'] as const;
type Named = (typeof named)[number];
const isNamed = (name: string): name is Named => (named as readonly string[]).includes(name);

/** What a field to connect an integration is called, and what helps to fill it in. `isPassword`: the key goes with a user name. */
export function fieldWords(
  t: ReturnType<typeof useWords>['t'],
  name: string,
  field: ConnectField,
  isPassword: boolean,
): { readonly label: string; readonly help: string | undefined } {
  const own = isNamed(name) ? name : null;
  const isUrl = field === 'url' || field === 'account_url';
  const help = isUrl
    ? t(($) => (own === null ? $.integrations.urlHelp : $.integrations.fieldsOf[own].urlHelp))
    : undefined;
  if (own !== null && (field === 'user_name' || field === 'key')) {
    return { label: t(($) => $.integrations.fieldsOf[own][field]), help };
  }
  const label = t(($) =>
    field === 'key' && isPassword ? $.integrations.fields.password : $.integrations.fields[field],
  );
  return { label, help };
}
