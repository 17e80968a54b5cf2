const toChannel = {
  address: 'team@company.example',
  voicemails: 'off',
  missedCalls: 'each',
  everyMinutes: 60,
  language: 'de',
  instead: false,
};

/** Requests about the mail server of an account: a good one of each route, and one that cannot be read. */
export const mailSamples = {
  channelMail: {
    good: ({ channelId }: { channelId: string }) => ({ params: { channelId } }),
    bad: { params: { channelId: '' } },
  },
  setChannelMail: {
    good: ({ channelId }: { channelId: string }) => ({ params: { channelId }, body: toChannel }),
    bad: { params: { channelId: 'c' }, body: { ...toChannel, address: 'a@b\r\nBcc: c@d' } },
  },
  confirmChannelMail: {
    good: ({ channelId }: { channelId: string }) => ({ params: { channelId }, body: { code: '123456' } }),
    bad: { params: { channelId: 'c' }, body: { code: '12' } },
  },
  removeChannelMail: {
    good: ({ channelId }: { channelId: string }) => ({ params: { channelId } }),
    bad: { params: { channelId: '' } },
  },
  mailServer: { good: () => ({}), isOwn: true as const },
  mailDeliveries: { good: () => ({}), isOwn: true as const },
  testMail: { good: () => ({}), isOwn: true as const },
  saveMailServer: {
    good: () => ({
      body: { rev: 0, host: '9.9.9.9', port: 465, security: 'tls', fromAddress: 'phone@company.example' },
    }),
    bad: { body: { rev: 0, host: 'mail/../..', port: 0, security: 'none', fromAddress: 'a@b\r\nBcc: c@d' } },
    isOwn: true as const,
  },
  removeMailServer: { good: () => ({}), isOwn: true as const },
};
