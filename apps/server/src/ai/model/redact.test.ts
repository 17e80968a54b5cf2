import { describe, expect, test } from 'vitest';
import { someCall } from '../basic/testing/some-call.ts';
import { isCard, isIban, redacted } from './redact.ts';

const redactedText = (...lines: string[]): string =>
  redacted(someCall('en', lines).utterances)
    .map(({ text }) => text)
    .join(' | ');

describe('what nobody outside needs is taken out', () => {
  test.each([
    ['The card is 4111 1111 1111 1111, thanks.', 'The card is ⟦card⟧, thanks.'],
    ['4111-1111-1111-1111', '⟦card⟧'],
    ['five five five five five five five five five five five five four four four four', '⟦card⟧'],
    ['It is four one double one, one one one one, triple one one, double one double one please', 'It is ⟦card⟧ please'],
    ['Vier eins eins eins, eins eins eins eins und dann elf elf elf elf.', '⟦card⟧.'],
    ['Meine IBAN ist DE89 3704 0044 0532 0130 00.', 'Meine IBAN ist ⟦IBAN⟧.'],
    ['IBAN DE89370400440532013000', 'IBAN ⟦IBAN⟧'],
    [
      'D E neunundachtzig siebenunddreißig null vier null null vierundvierzig null fünf zweiunddreißig null eins dreißig null null',
      '⟦IBAN⟧',
    ],
    ['GB29 NWBK 6016 1331 9268 19 is mine', '⟦IBAN⟧ is mine'],
  ])('%s', (said, sent) => expect(redactedText(said)).toBe(sent));

  test('over several utterances of the same side', () => {
    const said = ['Forty one eleven', '> Yes.', 'eleven eleven', '> Yes.', 'eleven eleven eleven eleven, that is all.'];
    expect(redactedText(...said)).toBe('⟦card⟧ | > Yes. | ⟦card⟧ | > Yes. | ⟦card⟧, that is all.'.replaceAll('> ', ''));
  });
});

describe('what people need stays', () => {
  test.each([
    'Call me at 0171 39 20 055 from two to five.',
    'Order four seven one two, for forty people, ninety dollars.',
    'Der Zählerstand ist 4711 0815 4242 1231.',
    'DE88 3704 0044 0532 0130 00',
    'Am 16. November 2026 um 15:30 Uhr in 80331 München.',
  ])('%s', (said) => expect(redactedText(said)).toBe(said));
});

test('checksums', () => {
  expect([isCard('4111111111111111'), isCard('4111111111111112'), isCard('411111111111')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isIban('DE89370400440532013000'), isIban('DE89370400440532013001')]).toEqual([true, false]);
});
