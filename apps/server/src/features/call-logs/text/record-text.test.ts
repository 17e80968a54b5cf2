import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecordSource, recordBlocks, recordText, usualBlocks } from './record-text.ts';

const key = 'KQ7M-9D2X-04TB-WE5S';
const told: RecordSource = {
  locale: 'de',
  timeZone: 'Europe/Berlin',
  blocks: usualBlocks,
  note: '<p>Bestellt <strong>40 Stück</strong></p>',
  outcome: 'Erreicht',
  headline: 'Lieferung am Freitag',
  summary: 'Erster Absatz.\nNoch eine Zeile.\n\nZweiter Absatz.',
  actionItems: [
    { text: 'Angebot schicken', checked: false, due: '2025-11-21' },
    { text: 'Zurückrufen', checked: true, due: null },
  ],
  smallTalk: [{ topic: 'Urlaub', description: 'fährt nach Rügen' }],
  link: 'https://phone.example/main/call-events/7',
  writtenBy: null,
  takenOverFrom: null,
  direction: 'INCOMING',
  state: 'connected',
  startedAt: new Date('2025-11-20T09:42:00Z'),
  endedAt: new Date('2025-11-20T09:48:30Z'),
  seconds: 372,
  remoteNumber: '+492214710562',
  localNumber: '+494012345678',
  channelName: 'Hamburg 41',
  key,
};
const footer = `— Anruf · eingehend · 20.11.2025, 10:42 · 6 min 12 s · +49 221 4710562 → Hamburg 41 · Sidetone ${key}`;

describe('a log', () => {
  test('says what the account chose, in its order, and ends with the footer', () => {
    expect(recordText(told)).toEqual({
      title: 'Eingehender Anruf, 6 min 12 s: Lieferung am Freitag',
      html:
        '<p>Bestellt <b>40 Stück</b></p><p><b>Ergebnis:</b> Erreicht</p><h4>Zusammenfassung</h4>' +
        '<p>Erster Absatz.<br />Noch eine Zeile.</p><p>Zweiter Absatz.</p><h4>Aufgaben</h4>' +
        `<ul><li>Angebot schicken (bis 21.11.2025)</li><li>Zurückrufen (erledigt)</li></ul><p>${footer}</p>`,
      text: [
        'Bestellt 40 Stück',
        'Ergebnis: Erreicht',
        'Zusammenfassung',
        'Erster Absatz.\nNoch eine Zeile.',
        'Zweiter Absatz.',
        'Aufgaben',
        '- Angebot schicken (bis 21.11.2025)\n- Zurückrufen (erledigt)',
        footer,
      ].join('\n\n'),
    });
    const { text } = recordText({ ...told, blocks: ['link', 'smallTalk', 'note'] });
    expect(text).toBe(
      'Anruf in Sidetone öffnen (https://phone.example/main/call-events/7)\n\nPersönliches\n\n' +
        `- Urlaub: fährt nach Rügen\n\nBestellt 40 Stück\n\n${footer}`,
    );
  });

  test('of an outgoing call reads from us to them, in English by the clock of the account', () => {
    const { title, text } = recordText({
      ...told,
      locale: 'en',
      timeZone: 'America/New_York',
      direction: 'OUTGOING',
      state: 'missed',
      seconds: 0,
      headline: null,
      blocks: [],
    });
    expect(title).toBe('Outgoing call, not answered');
    expect(text).toBe(
      `— Call · outgoing · 20 Nov 2025, 04:42 · not answered · Hamburg 41 → +49 221 4710562 · Sidetone ${key}`,
    );
  });

  test('names who wrote it where the CRM has no such user, and who handed the call over', () => {
    const { html } = recordText({ ...told, blocks: [], writtenBy: 'Anna <Berger>', takenOverFrom: 'Zentrale' });
    expect(html).toBe(`<p>Übernommen von Zentrale</p><p>Geschrieben von Anna &lt;Berger&gt;</p><p>${footer}</p>`);
  });

  test('leaves out what there is nothing of', () => {
    const nothing = { note: '<p>&nbsp;</p>', outcome: null, summary: ' ', actionItems: [], smallTalk: [], link: null };
    expect(recordText({ ...told, ...nothing, blocks: recordBlocks })).toMatchObject({
      html: `<p>${footer}</p>`,
      text: footer,
    });
  });

  test.each([
    ['INCOMING', 'missed', 0, 'Verpasster Anruf'],
    ['INCOMING', 'connected', 0, 'Eingehender Anruf'],
    ['OUTGOING', 'busy', 0, 'Ausgehender Anruf, besetzt'],
    ['OUTGOING', 'notFound', 0, 'Ausgehender Anruf, Nummer nicht vergeben'],
    ['OUTGOING', 'connected', 45, 'Ausgehender Anruf, 45 s'],
    ['INCOMING', 'connected', 120, 'Eingehender Anruf, 2 min'],
    ['INCOMING', 'connected', 3905, 'Eingehender Anruf, 1 h 5 min'],
  ] as const)('of a call %s, %s, %i s has the title %s', (direction, state, seconds, title) => {
    expect(recordText({ ...told, direction, state, seconds, headline: null }).title).toBe(title);
  });

  test('of an anonymous caller says so, and names our number where the channel has no name', () => {
    const { text } = recordText({ ...told, blocks: [], remoteNumber: null, channelName: '' });
    expect(text).toContain('· Anonym → +49 40 12345678 ·');
  });

  test('that somebody quotes in the note of another call is not found in it', () => {
    const other = 'AAAA-BBBB-CCCC-DDDD';
    const { html, text } = recordText({
      ...told,
      note: `<p>— Anruf · Sidetone ${other}</p>`,
      summary: `Sidetone ${other}`,
    });
    expect(html + text).not.toContain(other);
    expect(html.split(key)).toHaveLength(2);
  });
});

describe('whatever people and models write', () => {
  const hostile = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<ul><li>',
        '<ol>',
        '</ol>',
        '<script>alert(1)</script>',
        '<img src=x onerror=alert(1)>',
        '<a href="javascript:alert(1)">',
        '<a href="https://a.example/?a=1&amp;b=%22">',
        '<a href="//evil.example" onclick="x">',
        '&lt;script&gt;',
        '&amp',
        '&#0;',
        '<!--',
        '👩‍👩‍👧',
        '\ud83d',
        '"><svg/onload=1>',
      ),
    ),
    { maxLength: 60 },
  );

  test('what comes out is clean, within its limits, and ends with the whole footer', () => {
    const many = fc.record({
      parts: hostile,
      times: fc.constantFrom(1, 3, 40),
      name: fc.string({ unit: 'binary', maxLength: 500 }),
      html: fc.integer({ min: 1000, max: 1400 }),
      text: fc.integer({ min: 1000, max: 1400 }),
    });
    fc.assert(
      fc.property(many, ({ parts, times, name, html: most, text: mostText }) => {
        const words = parts.join('').repeat(times);
        const made = recordText(
          {
            ...told,
            blocks: recordBlocks,
            note: words,
            outcome: words,
            headline: words,
            summary: words,
            actionItems: [{ text: words, checked: false, due: null }],
            channelName: name,
            writtenBy: name,
          },
          { html: most, text: mostText },
        );
        expect(made.html.length).toBeLessThanOrEqual(most);
        expect(made.text.length).toBeLessThanOrEqual(mostText);
        expect(made.title.length).toBeLessThanOrEqual(250);
        expect(made.html.endsWith(`Sidetone ${key}</p>`)).toBe(true);
        expect(made.text.split('\n').at(-1)).toMatch(new RegExp(`^— Anruf · .* · Sidetone ${key}$`));
        for (const one of Object.values(made)) expect(one.isWellFormed() && !one.includes('\0')).toBe(true);
        expect(isWhole(made.html)).toBe(true);
        expect(made.html).not.toMatch(
          /<(?!\/?(?:p|br|ul|ol|li|b|i|a|h4)[ >])|<[^a][^>]* [a-z]+=|href="(?!https?:|mailto:|tel:)/,
        );
      }),
      { numRuns: 300 },
    );
  });

  test('a note of 100,000 letters, and elements nested as deep as they get, cost little', () => {
    for (const note of ['<b>', '<ul><li>', '<', '&amp;', '<p>ä', '<a href="'].map((one) =>
      one.repeat(100_000 / one.length),
    )) {
      const before = process.cpuUsage();
      const { html, text } = recordText({ ...told, note });
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
      expect(html.length).toBeLessThanOrEqual(60_000);
      expect(text.length).toBeLessThanOrEqual(30_000);
      expect(isWhole(html)).toBe(true);
      expect(text.endsWith(footer)).toBe(true);
    }
  });
});

/** Every element is closed in its order, and every `&` begins an entity. */
function isWhole(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name, end] of html.matchAll(/<(\/?)([a-z0-9]+)[^<>]*?( \/)?>/g)) {
    if (end !== undefined) continue;
    if (slash === '') open.push(name ?? '');
    else if (open.pop() !== name) return false;
  }
  return open.length === 0 && !/&(?!(?:amp|lt|gt|quot);)/.test(html) && !/<[^>]*(?:<|$)/.test(html);
}
