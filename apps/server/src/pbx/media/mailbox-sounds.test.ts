import { readFileSync } from 'node:fs';
import { readWav } from '@sidetone/wav/wav.ts';
import { expect, test } from 'vitest';
import { type MailboxSound, mailboxFile, mailboxParts, mailboxSentences } from './mailbox-sounds.ts';

const upTo = <Name extends string>(name: Name, first: number, last: number): `${Name}-${number}`[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${name}-${first + index}` as const);
const inBoth: MailboxSound[] = [
  ...mailboxSentences,
  ...mailboxParts,
  ...upTo('number', 1, 59),
  ...upTo('day', 1, 31),
  ...upTo('month', 1, 12),
  ...upTo('weekday', 0, 6),
];

test.each([
  ['de' as const, [...inBoth, ...upTo('hour', 0, 23)]],
  ['en' as const, [...inBoth, 'oh' as const, 'am' as const, 'pm' as const]],
])('everything that a mailbox says is there in %s, and is speech', (locale, names) => {
  for (const name of names) {
    const bytes = readFileSync(mailboxFile(name, locale));
    const wav = readWav(bytes);
    const rate = /-\d+$/.test(name) ? 8000 : 16_000;
    expect([name, wav.channels, wav.sampleRate, wav.bitsPerSample]).toEqual([name, 1, rate, 16]);
    const samples = new Int16Array(
      bytes.buffer.slice(bytes.byteOffset + wav.dataStart, bytes.byteOffset + bytes.length),
    );
    expect([name, samples.some((sample) => Math.abs(sample) > 8000)]).toEqual([name, true]);
  }
});
