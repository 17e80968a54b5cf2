import type { Integration } from '@sidetone/contract/entities/integration.ts';
import { isWebAddress } from '#ui/web-address.ts';

/** The fields in their order; each one that is shown is required. */
const connectFields = ['url', 'account_url', 'user_name', 'key'] as const;
export type ConnectField = (typeof connectFields)[number];
export type ConnectInput = Readonly<Partial<Record<ConnectField, string>>>;

export type Mistake = 'missing' | 'invalidUrl';

export type CheckedInput =
  | { readonly ok: true; readonly body: { url: string | null; key: string | null } }
  | { readonly ok: false; readonly mistakes: Readonly<Partial<Record<ConnectField, Mistake>>> };

/** The fields that an integration asks for; the sub-domain is never shown. One with a sign-in page asks only for an address. */
export function fieldsOf({
  configurationValues,
  isOAuth,
}: Pick<Integration, 'configurationValues' | 'isOAuth'>): ConnectField[] {
  return connectFields.filter(
    (field) => configurationValues.includes(field) && (!isOAuth || field === 'url' || field === 'account_url'),
  );
}

/**
 * The body to send, without blanks around values; or the problem of each field. A user name and its key become
 * `user:key`.
 */
export function checkInput(fields: readonly ConnectField[], input: ConnectInput): CheckedInput {
  const value = (field: ConnectField) => (fields.includes(field) ? (input[field] ?? '').trim() : '');
  const mistakes: Partial<Record<ConnectField, Mistake>> = {};
  for (const field of fields) {
    if (value(field) === '') mistakes[field] = 'missing';
    else if ((field === 'url' || field === 'account_url') && !isWebAddress(value(field)))
      mistakes[field] = 'invalidUrl';
  }
  if (Object.keys(mistakes).length > 0) return { ok: false, mistakes };
  const key = value('key');
  const user = value('user_name');
  return {
    ok: true,
    body: { url: value('url') || value('account_url') || null, key: (user === '' ? key : `${user}:${key}`) || null },
  };
}
