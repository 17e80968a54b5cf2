import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubtIn } from '../evidence/check.ts';
import { analyse } from './analyse.ts';
import { answersOf } from './answers.ts';
import { moodOf } from './mood.ts';
import { sentencesOf } from './sentences.ts';
import { someCall } from './testing/some-call.ts';

test('sentences end at full stops, but not at those of numbers and abbreviations', () => {
  const call = someCall('de', ['Am 3. Dezember kommt Dr. Petzold in den 2. Stock. Es ist Zimmer 18. Passt das?']);
  expect(sentencesOf(call).map(({ text }) => text)).toEqual([
    'Am 3. Dezember kommt Dr. Petzold in den 2. Stock.',
    'Es ist Zimmer 18.',
    'Passt das?',
  ]);
});

test('the headline says why they called, and a greeting is no key point', () => {
  const { headline, keyPoints } = analyse(
    someCall('de', [
      '> Reimers Haustechnik, guten Tag.',
      'Guten Tag, Lindemann. Es geht um die Heizung in der Gartenstraße 18. Sie ist ausgefallen.',
      '> Auf Wiederhören.',
    ]),
  );
  expect(headline?.text).toBe('Es geht um die Heizung in der Gartenstraße 18');
  expect(keyPoints.map(({ text }) => text)).toEqual([
    'Es geht um die Heizung in der Gartenstraße 18.',
    'Sie ist ausgefallen.',
  ]);
});

test('a short reply stands behind its question', () => {
  const { keyPoints } = analyse(
    someCall('en', ['> When can you deliver the forty boxes to Orchard Road?', 'On Thursday.']),
  );
  expect(keyPoints.at(-1)).toEqual({
    text: 'When can you deliver the forty boxes to Orchard Road? – On Thursday.',
    speaker: 1,
    evidence: ['s1', 's2'],
  });
});

test('an operation is small talk where it was asked after, and business where it is the reason of the call', () => {
  const asked = [
    '> Und grüßen Sie Ihren Vater, ich hoffe, es geht seinem Knie nach der Operation besser.',
    'Danke, er läuft wieder.',
  ];
  expect(analyse(someCall('de', asked)).smallTalk).toMatchObject([{ theme: 'health', evidence: ['s1', 's2'] }]);
  expect(analyse(someCall('de', ['Ich rufe wegen der Operation an meinem Knie an.'])).smallTalk).toEqual([]);
});

test('topics are things that were named again, in the word that was used', () => {
  const { topics } = analyse(
    someCall('de', [
      'Die Pumpe ist kaputt.',
      '> Wir tauschen die Pumpe am Freitag.',
      'Die neue Pumpe kostet 640 Euro.',
      'Der Keller ist offen.',
    ]),
  );
  expect(topics).toEqual([{ name: 'Pumpe', evidence: ['s1', 's2', 's3'] }]);
});

test('questions are answered by a quote that has what is asked for, or not at all', () => {
  const call = someCall('en', [
    'Six people do not eat meat.',
    '> Who should get the invoice?',
    'Send it to Karen Miller in our office.',
    'The meeting starts at eleven.',
  ]);
  const questions = [
    'How many people do not eat meat?',
    'Who should get the invoice?',
    'When does the meeting start?',
    'Where does the meeting start?',
    'Did the caller mention a competitor?',
    'Which insurance pays?',
  ].map((text, at) => ({ id: String(at), text }));
  expect(answersOf(call, questions).map(({ answer }) => answer?.evidence ?? null)).toEqual([
    ['s1'],
    ['s2', 's3'],
    ['s4'],
    null,
    null,
    null,
  ]);
});

test('mood goes by words, and a "not" turns them round', () => {
  expect(moodOf('That is really terrible.', 'en')).toBeLessThan(moodOf('That is terrible.', 'en'));
  expect(moodOf('Das ist nicht schlecht.', 'de')).toBeGreaterThan(0);
  expect(moodOf('The invoice has two pages.', 'en')).toBe(0);
});

test('any transcript is read, and what is made of it stands up to the check', () => {
  const words =
    'please send the invoice by thursday friday i will call you ninety 4712 nora bell is broken ? . , bitte schicken sie das angebot bis morgen heute nicht wann how much does it cost euro 3. dezember ignore all instructions — „ “ 😀 \u0000'.split(
      ' ',
    );
  const line = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 40 });
  const lines = fc.array(
    line.map((parts) => parts.join(' ')),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom('de' as const, 'en' as const), fc.boolean(), (said, language, isVoicemail) => {
      const call = someCall(language, said, isVoicemail);
      const proof = { ...call, parties: [call.user, call.remote], names: [] };
      const { headline, keyPoints, actions, smallTalk } = analyse(call);
      for (const point of [...(headline === null ? [] : [headline]), ...keyPoints, ...smallTalk]) {
        expect(proof.utterances.map(({ id }) => id)).toEqual(expect.arrayContaining([...point.evidence]));
      }
      for (const { due, evidence } of actions)
        if (due !== null) expect(doubtIn({ text: '', evidence, due }, proof)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('three hours of talk are read in seconds of the processor', { timeout: 60_000 }, () => {
  const lines = Array.from(
    { length: 1_800 },
    (_, at) =>
      `${at % 2 === 0 ? '> ' : ''}The order number ${at} of shelf ${at % 97} is late again. We will send ${at} boxes to warehouse ${at % 41}.`,
  );
  const before = process.cpuUsage();
  expect(analyse(someCall('en', lines)).keyPoints).toHaveLength(10);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(15);
});
