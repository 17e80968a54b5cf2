import { expect, test } from 'vitest';
import type { Reader, ToldCall } from '../read-mail.ts';
import { writeLetter } from './write-letter.ts';

const reader: Reader = {
  email: 'anna@example.com',
  firstName: 'Anna',
  locale: 'de',
  country: 'DE',
  timeZone: 'Europe/Berlin',
  withSound: true,
  ownUrl: null,
};
const call: ToldCall = {
  channelId: 'ca',
  docId: 'pbx-1',
  channel: null,
  at: new Date('2026-11-30T09:15:00Z'),
  name: 'Bernd Birke',
  number: '+4940111222',
  documentation: {},
  message: { path: 'a.mp3', milliseconds: 61_400 },
};
const origin = 'https://phone.example.com';
const voicemail = { kind: 'voicemail', reader, calls: [call], origin, sound: 'attached' } as const;

test('a voicemail email names the caller, the local time and the length, with the transcript and a link', () => {
  const documentation: ToldCall['documentation'] = {
    transcription: {
      status: 'success',
      items: [
        { speaker: 1, startTime: 0, endTime: 1, text: 'Bitte ruf zurück.' },
        { speaker: 1, startTime: 1, endTime: 2, text: 'Danke.' },
      ],
    },
  };
  const { to, subject, text, html } = writeLetter({ ...voicemail, calls: [{ ...call, documentation }] });
  expect(to).toBe('anna@example.com');
  expect(subject).toBe('Neue Sprachnachricht von Bernd Birke');
  expect(text).toContain('Nummer: 040 111222');
  expect(text).toContain('Zeit: 30. November 2026 um 10:15');
  expect(text).toContain('Länge: 1:01');
  expect(text).toContain('Transkript:\nBitte ruf zurück. Danke.');
  expect(text).toContain('Die Nachricht hängt an dieser E-Mail.');
  const link = 'https://phone.example.com/main/call-events/pbx-1?channelId=ca';
  expect(text).toContain(`Nachricht anhören: ${link}`);
  expect(html).toContain(`<a href="${link}">Nachricht anhören</a>`);
  expect(text).toContain('/dialogs/settings/emails');
});

test('English readers get English words, and the name of a shared channel', () => {
  const english = { ...reader, locale: 'en' as const, timeZone: 'America/New_York' };
  const one = writeLetter({
    ...voicemail,
    kind: 'missedCalls',
    reader: english,
    sound: 'none',
    calls: [{ ...call, name: null, channel: 'Sales' }],
  });
  expect(one.subject).toBe('Missed call from 040 111222');
  expect(one.text).toContain('040 111222 called Sales, and nobody took the call.');
  expect(one.text).toContain('Time: November 30, 2026 at 4:15');
  expect(one.text).not.toContain('Length');
});

test('a summary has a line for each call, and says how many more there are', () => {
  const calls = Array.from({ length: 53 }, (_, at) => ({ ...call, docId: `pbx-${at}`, number: null, name: null }));
  const { subject, text } = writeLetter({ ...voicemail, kind: 'missedCalls', sound: 'none', calls });
  expect(subject).toBe('53 verpasste Anrufe');
  expect(text.match(/call-events/g)).toHaveLength(50);
  expect(text).toContain('und 3 weitere');
  expect(text).toContain('Jemand mit unterdrückter Nummer');
});

test('without an address of this server there is no link', () => {
  const { text, html } = writeLetter({ ...voicemail, origin: null });
  expect(text).toContain('in deinem Posteingang');
  expect(text + html).not.toContain('http');
});

test('names of callers and colleagues cannot add markup or lines', () => {
  const evil = '<img src=x onerror=alert(1)>\r\nBcc: spy@example.com "\u2028';
  const { subject, html, text } = writeLetter({
    ...voicemail,
    reader: { ...reader, firstName: evil },
    calls: [{ ...call, name: evil, channel: evil }],
  });
  expect(subject).not.toMatch(/[\r\n\u2028]/);
  expect(html).not.toContain('<img');
  expect(text).not.toMatch(/^Bcc:/m);
  expect([...subject].length).toBeLessThan(120);
});
