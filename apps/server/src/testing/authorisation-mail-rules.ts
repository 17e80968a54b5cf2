import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const everybody = { rule: 'everybody' } as const;

const wishes = { voicemails: 'off', missedCalls: 'off', everyMinutes: 60, channelIds: [] };
/** Nobody is there. */
const server = { rev: 0, host: '9.9.9.9', port: 465, security: 'tls', fromAddress: 'phone@company.example' };

const ofChannel = { rule: 'account', params: ({ channelId }: Things) => ({ channelId }) } as const;
const toChannel = {
  address: 'team@company.example',
  voicemails: 'off',
  missedCalls: 'off',
  everyMinutes: 60,
  language: 'de',
  instead: false,
};

/** Routes of the mail server of an account, and of what users are mailed. */
export const mailRules = {
  channelMail: ofChannel,
  // No mail goes out here.
  setChannelMail: { ...ofChannel, body: () => toChannel, alsoFine: [503] },
  confirmChannelMail: { ...ofChannel, body: () => ({ code: '123456' }), alsoFine: [404, 409] },
  removeChannelMail: { ...ofChannel, alsoFine: [404] },
  stopChannelMail: {
    rule: 'public',
    query: () => ({ token: 'none' }),
    body: () => ({ 'List-Unsubscribe': 'One-Click' }),
  },
  ownMail: everybody,
  setMailWishes: { ...everybody, body: () => wishes },
  mailServer: everybody,
  // Which revision it has is not known here.
  saveMailServer: { ...everybody, body: () => server, alsoFine: [409] },
  testMail: everybody,
  mailDeliveries: everybody,
  // It may be gone already.
  removeMailServer: { ...everybody, alsoFine: [404] },
} as const satisfies Partial<Record<RouteName, RuleOfRoute>>;
