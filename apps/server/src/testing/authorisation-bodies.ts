/** News as an administrator may write it. */
export function infoBannerBody() {
  return {
    ...{ enabled: true, isForAllAccounts: false, testAccountOnly: false, expires: null, os: [], product: [] },
    ...{ registrars: [], crm: [], fromVersion: null, toVersion: null, priority: 0, type: 'INFO', link: null },
    ...{ linkText: null, message: { de: 'Wartung', en: 'Maintenance' } },
  };
}

/** A company that sets this server up, with a password that is taken. */
export const newCompanyBody = {
  company: 'Another company',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@another.example',
  password: 'correct horse battery',
  locale: 'en',
};
