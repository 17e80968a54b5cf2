import type { TwoCompanies } from './two-companies.ts';

/** Everything of the first company that administrators change. */
export const snapshot = async ({ api, admin }: TwoCompanies) => {
  const { accountId } = admin;
  const tables = [
    'users',
    'channels',
    'numbers',
    'extensions',
    'endpoints',
    'phone_setups',
    'trunks',
    'phones',
    'one_time_links',
    'feedback',
    'call_feedback',
    'info_banners',
    'ai_connections',
    'ai_settings',
    'authenticators',
    'passkeys',
    'single_sign_ons',
    'single_sign_on_links',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => api.db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()),
  );
  return rows.map((each) => each.map((row) => JSON.stringify(row)).sort());
};
