import { expect, test } from 'vitest';
import { reportLetter } from './report-letter.ts';
import type { CalledReport } from './report-totals.ts';

const channel = { incoming: 10, answered: 8, missed: 2, outgoing: 3, talkedSeconds: 600, measured: 8, inTime: 6 };
const report: CalledReport = {
  rhythm: 'daily',
  from: '2026-10-25',
  to: '2026-10-25',
  // Five of the calls are in both.
  total: { ...channel, incoming: 15, answered: 12, missed: 3, outgoing: 6, measured: 12, inTime: 9 },
  channels: [
    { ...channel, name: 'Service' },
    { ...channel, name: '=HYPERLINK("x")\nTwo' },
  ],
  costCentres: [
    { name: '4711', calls: 5, talkedSeconds: 90 },
    { name: '', calls: 21, talkedSeconds: 1110 },
  ],
};

const acme = { company: 'Acme', origin: 'https://phone.example' };

test('a report says what each channel came to, with the sum, the service level and cost centres', async () => {
  const { subject, text, attachments } = await reportLetter(report, acme, 'en');
  expect(subject).toBe('Acme: calls, Sunday, October 25, 2026');
  expect(text).toContain('- All channels: 15 incoming, 12 answered, 3 missed, 75% in time; 6 outgoing');
  expect(text).toContain('- Service: 10 incoming');
  expect(text).toContain('- 4711: 5 calls, 2 minutes');
  expect(text.trimEnd()).toMatch(/\nhttps:\/\/phone\.example\/admin\/records$/);
  const [file] = attachments ?? [];
  expect(file?.filename).toBe('calls-2026-10-25.csv');
  expect(file && 'content' in file ? file.content : '').toContain('Channel,Service,10,8,2,3,600,6,8');
});

test('names of channels write no lines of their own and are no formulas', async () => {
  const { text, attachments } = await reportLetter({ ...report, rhythm: 'monthly' }, acme, 'de');
  expect(text).toContain('- =HYPERLINK("x") Two: 10 eingehend');
  expect(text).toContain('Oktober 2026');
  const [file] = attachments ?? [];
  const content = file && 'content' in file ? file.content : '';
  expect(content).toContain('Kanal;Service;10');
  expect(content).not.toMatch(/;"?=HYPERLINK/);
});

test('a day without calls says so', async () => {
  const { text } = await reportLetter({ ...report, channels: [], costCentres: [] }, acme, 'en');
  expect(text).toContain('There were no calls.');
  expect((await reportLetter(report, { ...acme, origin: null }, 'en')).text).not.toContain('http');
});
