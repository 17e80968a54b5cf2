/** News as an administrator may write it. */
export function infoBannerBody() {
  return {
    ...{ enabled: true, isForAllAccounts: false, testAccountOnly: false, expires: null, os: [], product: [] },
    ...{ registrars: [], crm: [], fromVersion: null, toVersion: null, priority: 0, type: 'INFO', link: null },
    ...{ linkText: null, message: { de: 'Wartung', en: 'Maintenance' } },
  };
}
