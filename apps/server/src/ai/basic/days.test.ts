import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from './call.ts';
import { dayAfter, daysIn } from './days.ts';
import { plain } from './words.ts';

/** A Monday. */
const call = '2026-11-16';
const days = (language: Language, text: string) => daysIn(plain(text), language, call).map(({ day }) => day);

describe('days that are beyond doubt', () => {
  test.each([
    ['I will send it by Thursday.', '2026-11-19'],
    ["I'll call you on Friday at ten.", '2026-11-20'],
    ['You get it today.', '2026-11-16'],
    ['By tomorrow evening.', '2026-11-17'],
    ['The day after tomorrow is fine.', '2026-11-18'],
    ['On December 3rd, please.', '2026-12-03'],
    ['The 14th of January works.', '2027-01-14'],
    ['By the third of December.', '2026-12-03'],
    ['On the twenty first of December.', '2026-12-21'],
  ])('en: %s', (text, day) => expect(days('en', text)).toEqual([day]));

  test.each([
    ['Ich schicke es heute Nachmittag um 15 Uhr.', '2026-11-16'],
    ['Bis morgen Abend haben Sie es.', '2026-11-17'],
    ['Wir kommen übermorgen.', '2026-11-18'],
    ['Ich rufe am Freitag an.', '2026-11-20'],
    ['Am Donnerstagvormittag passt es.', '2026-11-19'],
    ['Bis kommenden Mittwoch.', '2026-11-18'],
    ['Der 3. Dezember passt.', '2026-12-03'],
    ['Am dritten Dezember um neun.', '2026-12-03'],
    ['Bis zum 14. Januar 2027.', '2027-01-14'],
    ['Am 3.12. vormittags.', '2026-12-03'],
    ['Ab dem 5.1.2027.', '2027-01-05'],
  ])('de: %s', (text, day) => expect(days('de', text)).toEqual([day]));
});

describe('days that stay open', () => {
  test.each([
    'Take the money off.',
    'For two weeks.',
    'At ten in the morning.',
    'At the end of the month.',
    'I may call you.',
    'She said second thoughts.',
  ])('en: %s names none', (text) => expect(days('en', text)).toEqual([]));

  test.each([
    'Next Friday.',
    'Every Tuesday.',
    'Last Thursday.',
    'From Wednesday.',
    'On Monday.',
    'Tomorrow week.',
    'On June 31st.',
  ])('en: %s leaves it open', (text) => expect(days('en', text)).toEqual([null]));

  test.each([
    'Guten Morgen, Frau Reimers.',
    'Am Morgen ist es kalt.',
    'In zwei Wochen.',
    'Ende des Monats.',
    'Die Version 3.12 läuft.',
    'Um zehn Uhr.',
    'Er ist der Dritte.',
  ])('de: %s names none', (text) => expect(days('de', text).filter((day) => day !== null)).toEqual([]));

  test.each(['Nächsten Freitag.', 'Seit Dienstag.', 'Am Montag.', 'Heute in einer Woche.', 'Am 31. Juni.'])(
    'de: %s leaves it open',
    (text) => expect(days('de', text)).toEqual([null]),
  );
});

test('a day that is named lies ahead, and at most a year', () => {
  const words =
    'by on the next today tomorrow friday 3rd 31st of december february bis am morgen heute 3. 29. februar freitag , or oder week'.split(
      ' ',
    );
  const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(' '));
  const start = fc.integer({ min: 0, max: 800 }).map((ahead) => dayAfter(call, ahead));
  fc.assert(
    fc.property(text, start, fc.constantFrom('de' as const, 'en' as const), (said, day, language) => {
      for (const named of daysIn(plain(said), language, day)) {
        expect(named.to).toBeGreaterThan(named.from);
        if (named.day === null) continue;
        expect(named.day >= day && named.day <= dayAfter(day, 366)).toBe(true);
      }
    }),
  );
});
