import type { Things } from './authorisation-world.ts';
/** News as an administrator may write it. */
export function infoBannerBody() {
  return {
    enabled: true,
    isForAllAccounts: false,
    testAccountOnly: false,
    expires: null,
    os: [],
    product: [],
    registrars: [],
    crm: [],
    fromVersion: null,
    toVersion: null,
    priority: 0,
    type: 'INFO',
    link: null,
    linkText: null,
    message: { de: 'Wartung', en: 'Maintenance' },
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

export function newUserOf(askerId: string) {
  return { firstName: 'New', lastName: 'Person', email: `new-${askerId}@company.example` };
}

export function newNumbersOf(channelId: string, docId: string) {
  return { first: `+4930666${docId.slice(4).padStart(4, '0')}`, channelId };
}

export const newSipAccountOf = (userId: string) => ({
  userId,
  name: 'Line',
  username: 'line',
  password: 'north-wind',
  registrar: '9.9.9.9',
});

export function feedbackOf(askerId: string) {
  return {
    appVersion: '1',
    browser: 'b',
    os: 'o',
    platform: 'web',
    plan: null,
    product: 'Sidetone',
    neoPBX: true,
    description: `It works well for ${askerId}.`,
    subject: '',
    name: 'Tester',
    email: 'tester@company.example',
    imageUrls: [],
    logfileUrl: null,
  };
}

export function phoneCallOf({ classicPhoneId }: { readonly classicPhoneId: string }) {
  return {
    phoneNumber: '+4930901820',
    senderPhoneNumber: null,
    deviceId: 'd',
    clientId: 'c',
    channelId: null,
    sessionId: 's',
    phoneId: classicPhoneId,
  };
}

/** A call by its session. Members without CALL_BOOSTS are told FORBIDDEN. */
export const ofSession = {
  rule: 'members',
  alsoFine: [403],
  params: ({ docId }: Things) => ({ sessionId: docId }),
  query: ({ channelId }: Things) => ({ channelId }),
} as const;
