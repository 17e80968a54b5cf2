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

export const aiServiceBody = {
  purpose: 'speech',
  kind: 'openaiCompatible',
  name: 'Ours',
  url: 'https://9.9.9.9/v1',
  model: 'whisper',
  confirmed: true,
  processor: { name: 'Ours', place: 'EU' },
};

export const webhookBody = { rev: 0, url: 'https://9.9.9.9/calls' };

export function websocketAuthOf({ memberId }: { readonly memberId: string }) {
  return { socket_id: '1.1', channel_name: `private-encrypted-user-${memberId}` };
}

export function ownBookOf({ accountId }: { readonly accountId: string }) {
  return { integrationId: `i${accountId}` };
}

export function monitoringReportOf(userId: string) {
  return { userId, callId: 'call', eventType: 'DIAL', sipServer: 'sip.example', result: 'SUCCESS' };
}

export function voicemailOf({ voicemailDocId }: { readonly voicemailDocId: string }) {
  return { docId: voicemailDocId, callId: voicemailDocId };
}

export function ofCallFeedback({ callFeedbackId }: { readonly callFeedbackId: string }) {
  return { feedbackId: callFeedbackId };
}
