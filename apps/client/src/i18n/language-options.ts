/** The languages of the app and of its emails, each in its own words. */
export const languageOptions = [
  { value: 'de', label: 'Deutsch' },
  { value: 'en', label: 'English' },
] as const;
