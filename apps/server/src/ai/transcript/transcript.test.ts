import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeardSegment, Region } from './heard.ts';
import { languageInDoubt, languageOf } from './language.ts';
import { merge } from './merge.ts';
import { plausible } from './plausible.ts';

const speech: readonly Region[] = [
  { speaker: 0, start: 0, end: 10 },
  { speaker: 1, start: 10, end: 20 },
];
const said = (text: string, more: Partial<HeardSegment> = {}): HeardSegment => ({
  speaker: 0,
  start: 1,
  end: 3,
  text,
  ...more,
});
const droppedOf = (...heard: HeardSegment[]) =>
  Object.entries(plausible(heard, speech, 30).dropped).flatMap(([why, count]) => (count > 0 ? [why] : []));

describe('what recognisers make up is left out', () => {
  test.each([
    ['empty', said(' … ')],
    ['outside', said('Thank you for watching.', { start: 1e9, end: 1e9 + 2 })],
    ['outside', said('Thank you for watching.', { start: 5, end: 5 })],
    ['outside', said('Thank you for watching.', { start: Number.NaN })],
    ['silence', said('Thank you for watching.', { start: 22, end: 25 })],
    ['silence', said('Thank you for watching.', { speaker: 1 })],
    ['unlikely', said('Untertitel der Amara.org-Community', { noSpeech: 0.8, likelihood: -1.4 })],
    ['loop', said('I do not know, I do not know, I do not know, I do not know.')],
  ])('%s', (why, segment) => expect(droppedOf(segment)).toEqual([why]));

  test('of an echo the later one', () => {
    const both = [
      { speaker: 0 as const, start: 0, end: 10 },
      { speaker: 1 as const, start: 0, end: 10 },
    ];
    const first = said('we deliver on Wednesday');
    const echo = said('We deliver on Wednesday!', { speaker: 1, start: 1.4 });
    expect(plausible([first, echo], both, 30)).toMatchObject({ kept: [first], dropped: { echo: 1 } });
    expect(plausible([first, { ...echo, start: 3, end: 5 }], both, 30).kept).toHaveLength(2);
  });

  test('and words that it was only told to expect', () => {
    const hints = ['Kranich Logistik', 'Reefer', 'Finkenwerder', 'Gate-in'];
    const dropped = (text: string) => plausible([said(text)], speech, 30, hints).dropped.hint;
    expect(dropped('Kranich Logistik, Reefer, Finkenwerder, Gate-in.')).toBe(1);
    expect(dropped('Reefer, Finkenwerder, Gate-in')).toBe(1);
    expect(dropped('Reefer Finkenwerder')).toBe(0);
    expect(dropped('Finkenwerder, Reefer, Gate-in')).toBe(0);
    expect(dropped('Kranich Logistik, Reefer, Finkenwerder, Gate-in, please.')).toBe(0);
  });

  test('but not what people do say', () => {
    expect(
      droppedOf(said('no no no no'), said('zero zero zero zero one'), said('Ja, ja, ja, genau.'), said('Okay.')),
    ).toEqual([]);
  });
});

describe('the order of a transcript', () => {
  test('is by beginning; short pauses join, the other side divides', () => {
    expect(
      merge([
        said('at ten.', { start: 3.5, end: 4 }),
        said('We deliver', { start: 1, end: 3 }),
        said('Fine.', { speaker: 1, start: 4.2, end: 4.6 }),
        said('on Wednesday.', { start: 4.7, end: 5 }),
      ]),
    ).toEqual([
      { id: 's1', speaker: 0, start: 1, end: 4, text: 'We deliver at ten.' },
      { id: 's2', speaker: 1, start: 4.2, end: 4.6, text: 'Fine.' },
      { id: 's3', speaker: 0, start: 4.7, end: 5, text: 'on Wednesday.' },
    ]);
  });

  test('keeps every word, and no line is too long to read', () => {
    const segment = fc.record({
      speaker: fc.constantFrom(0 as const, 1 as const),
      start: fc.float({ min: 0, max: 60, noNaN: true }),
      text: fc
        .array(fc.constantFrom('lorem', 'ipsum', 'dolor'), { minLength: 1, maxLength: 30 })
        .map((all) => all.join(' ')),
    });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 40 }), (all) => {
        const lines = merge(all.map((each) => ({ ...each, end: each.start + 0.5 })));
        expect(
          lines
            .map(({ text }) => text)
            .join(' ')
            .split(' ')
            .sort(),
        ).toEqual(
          all
            .map(({ text }) => text)
            .join(' ')
            .split(' ')
            .sort(),
        );
        for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(300);
        expect(lines.map(({ start }) => start)).toEqual(lines.map(({ start }) => start).sort((a, b) => a - b));
      }),
    );
  });
});

test('the language is told by its short words, and not guessed', () => {
  expect(languageOf('Ich habe das Angebot noch nicht gesehen, aber wir haben auch noch Zeit.')).toBe('de');
  expect(languageOf('I have not seen the offer yet, but we will look at it with you.')).toBe('en');
  expect(languageOf("Je voudrais parler avec le directeur de l'agence de Paris s'il vous plaît merci")).toBeNull();
  expect(languageOf('Ja, genau.')).toBeNull();
});

test.each([
  // The words are of one language, and the service says another.
  ['Ich habe das Angebot noch nicht gesehen, aber wir haben auch noch Zeit.', 'dutch', 'de'],
  ['Ich habe das Angebot noch nicht gesehen, aber wir haben auch noch Zeit.', 'english', 'de'],
  ['I have not seen the offer yet, but we will look at it with you.', 'de', 'en'],
  // The service says a language that these words are not of.
  ['Je voudrais parler avec le directeur de notre agence de Paris merci', 'German', 'de'],
  // They agree.
  ['Ich habe das Angebot noch nicht gesehen, aber wir haben auch noch Zeit.', 'de-DE', null],
  ['I have not seen the offer yet, but we will look at it with you.', 'en', null],
  // What is French is not asked for in German: that would be a translation.
  ['Je voudrais parler avec le directeur de notre agence de Paris merci', 'french', null],
  ['Ja, genau.', 'english', null],
  ['Ich habe das Angebot noch nicht gesehen, aber wir haben auch noch Zeit.', null, null],
])('asked once more: %s (%s): %s', (text, named, language) => expect(languageInDoubt(text, named)).toBe(language));
