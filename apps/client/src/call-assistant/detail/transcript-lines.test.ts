import { expect, test } from 'vitest';
import { transcriptLines } from './transcript-lines.ts';

test('each line is a turn of the speaker that it names', () => {
  expect(transcriptLines('Assistant: Good morning.\r\n\nCaller: It is about\nlot 3 of the tender\n')).toEqual([
    { speaker: 'Assistant', text: 'Good morning.' },
    { speaker: 'Caller', text: 'It is about' },
    { speaker: null, text: 'lot 3 of the tender' },
  ]);
});

test('a text that begins without a name has none', () => {
  expect(transcriptLines('Good morning.\n\nFor the record: it is about 10:30')).toEqual([
    { speaker: null, text: 'Good morning.' },
    { speaker: null, text: 'For the record: it is about 10:30' },
  ]);
  expect(transcriptLines(' \n ')).toEqual([]);
});
