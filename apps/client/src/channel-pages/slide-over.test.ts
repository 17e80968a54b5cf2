import { expect, test } from 'vitest';
import { slideOverOf } from './slide-over.ts';

const nothing = { form: null, contactId: null, channelId: 'sales', docId: null, part: null };

test.each([
  ['nothing', {}, null],
  ['a call', { docId: 'call' }, 'inboxEventDetail'],
  ['its transcript', { docId: 'call', part: 'transcript' }, 'inboxEventTranscription'],
  ['its answers', { docId: 'call', part: 'answers' }, 'smartAnswers'],
  ['its raw data', { docId: 'call', part: 'data' }, 'inboxEventDetail'],
  ['a contact in front of a call', { docId: 'call', contactId: 'anna' }, 'contactDetail'],
  ['a form in front of both', { docId: 'call', contactId: 'anna', form: 'contactEdit' }, 'contactEdit'],
  ['a form alone', { form: 'contactCreate' }, 'contactCreate'],
  ['a call of a channel that is not known yet', { docId: 'call', channelId: null }, null],
] as const)('the panel for %s', (_what, open, type) => {
  expect(slideOverOf({ ...nothing, ...open })?.type ?? null).toBe(type);
});
