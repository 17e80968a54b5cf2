import { alertKinds } from '@sidetone/contract/entities/guard.ts';
import { expect, test } from 'vitest';
import { alertMail } from './alert-mail.ts';

const about = {
  firstName: 'Mara',
  email: 'mara@tannhorst.example',
  company: 'Tannhorst',
  timeZone: 'Europe/Berlin',
  url: 'https://phone.example/admin/log',
};
const at = new Date('2026-05-04T08:30:00Z');

test.each(['de', 'en'] as const)(
  'a mail in %s says each kind with its source, in the time of the company',
  (locale) => {
    const alerts = alertKinds.map((kind) => ({ kind, who: `source of ${kind}`, at }));
    const { to, text } = alertMail({ ...about, locale, alerts });
    expect(to).toBe('mara@tannhorst.example');
    // A directory is the company's own, and has no name.
    for (const kind of alertKinds.filter((each) => each !== 'directoryStopped')) {
      expect(text).toContain(`source of ${kind}`);
    }
    expect(text).toContain(locale === 'de' ? 'Das Verzeichnis' : 'The directory');
    expect(text).toContain('10:30');
  },
);

test('text chosen by others adds no lines of its own, and a flood is counted', () => {
  const alerts = Array.from({ length: 25 }, () => ({ kind: 'limitReached' as const, who: 'Eve\nBuy: this', at }));
  const { subject, text } = alertMail({ ...about, locale: 'en', company: 'A\r\nBcc: x', alerts, url: null });
  expect(subject).toBe('A Bcc: x: security alerts');
  expect(text).not.toContain('\nBuy');
  expect(text).toContain('- and 5 more events');
  expect(text).not.toContain('http');
});
