/** A feedback as the app sends it, but for what is given. */
export const someFeedback = (more: object = {}) => ({
  appVersion: '4.2.0',
  browser: 'Chromium 140',
  os: 'Linux',
  platform: 'web' as const,
  plan: 'PREMIUM_TIER_B',
  product: 'Sidetone',
  neoPBX: true,
  name: 'Anna Tester',
  email: 'anna@company.example',
  subject: 'Headset',
  description: 'After switching the headset nobody heard me.',
  imageUrls: [] as string[],
  logfileUrl: null,
  ...more,
});
