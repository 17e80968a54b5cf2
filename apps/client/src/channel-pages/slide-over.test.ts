import { expect, test } from 'vitest';
import { slideOverOf } from './slide-over.ts';

const logging = {
  config: { autoClose: true, logOnClose: true },
  webUserId: 'priya',
  contact: null,
  call: {
    channelId: 'sales',
    sessionId: 'one',
    docId: 'pbx-one',
    direction: 'INCOMING',
    number: '+49301234567',
    startedAt: '2026-11-20T09:42:00Z',
    establishedAt: null,
  },
} as const;
const nothing = { form: null, logging: null, contactId: null, channelId: 'sales', docId: null, part: null };

test.each([
  ['nothing', {}, null],
  ['a call', { docId: 'call' }, 'inboxEventDetail'],
  ['its transcript', { docId: 'call', part: 'transcript' }, 'inboxEventTranscription'],
  ['its answers', { docId: 'call', part: 'answers' }, 'smartAnswers'],
  ['its raw data', { docId: 'call', part: 'data' }, 'inboxEventDetail'],
  ['a contact in front of a call', { docId: 'call', contactId: 'anna' }, 'contactDetail'],
  ['a form in front of both', { docId: 'call', contactId: 'anna', form: 'contactEdit' }, 'contactEdit'],
  ['the log of a call in front of a contact', { docId: 'call', contactId: 'anna', logging }, 'callLogging'],
  ['a form in front of the log of a call', { logging, form: 'contactCreate' }, 'contactCreate'],
  ['the log of a call in a channel that is not known yet', { channelId: null, logging }, 'callLogging'],
  ['a form alone', { form: 'contactCreate' }, 'contactCreate'],
  ['a call of a channel that is not known yet', { docId: 'call', channelId: null }, null],
] as const)('the panel for %s', (_what, open, type) => {
  expect(slideOverOf({ ...nothing, ...open })?.type ?? null).toBe(type);
});

test('SHELL-013, SSHELL-034: the log of a call has its config, its user, the contact and the call', () => {
  expect(slideOverOf({ ...nothing, logging })).toEqual({ type: 'callLogging', ...logging });
});
