import { utf8Length } from '../../messages/serialize.ts';

/** From 0 up to 1, the same row for the same seed (mulberry32). */
export function randomRow(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What parsers trip over. */
const hard = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\r',
  '\0',
  '\t',
  ' ',
  ',',
  ';',
  '"',
  '<',
  '>',
  '@',
  ':',
  '%',
  '%0',
  '%00',
  '=',
  '\\',
  '\ufeff',
  '\ud800',
  '電話',
  '-1',
  '0',
  '4294967296',
  '18446744073709551616',
  '9'.repeat(40),
  'sip:',
  'tel:',
  '[::1]',
  'z9hG4bK',
  ';tag=',
  'SIP/2.0',
  'Content-Length: 5\r\n',
  'Via: SIP/2.0/UDP h\r\n',
  '*',
  '?Replaces=a',
  '__proto__',
];

/**
 * Breaks a message in one to five places, or joins it with another. The same `random` gives the same text, so that what
 * broke something can be sent again.
 */
export function mutate(text: string, other: string, random: () => number): string {
  const below = (end: number) => Math.floor(random() * end);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const lineChanges: ((lines: string[]) => void)[] = [
    (lines) => void lines.splice(below(lines.length), 1),
    (lines) => void lines.splice(below(lines.length), 0, one(lines)),
    (lines) => void lines.splice(below(lines.length), 1, one(lines)),
    (lines) => void lines.splice(below(lines.length), 0, one(other.split('\r\n'))),
    (lines) => void lines.splice(below(lines.length), 0, ...Array.from({ length: below(60) }, () => one(lines))),
  ];
  const inValue = (now: string): string => {
    const lines = now.split('\r\n');
    const which = below(lines.length);
    const line = lines[which] ?? '';
    const from = line.indexOf(':') + 1;
    lines[which] = line.slice(0, from) + at(line.slice(from), below(3), one(hard));
    return lines.join('\r\n');
  };
  const changes: ((text: string) => string)[] = [
    inValue,
    inValue,
    inValue,
    inValue,
    (now) => at(now, 0, one(hard)),
    (now) => at(now, 1, one(hard)),
    (now) => at(now, below(30), ''),
    (now) => at(now, 1, String.fromCharCode(below(256))),
    (now) => at(now, 0, one(hard).repeat(below(200))),
    (now) => now.replace(/\d+/g, (digits) => (random() < 0.1 ? one(['0', '-1', '99999999999', '2147483648']) : digits)),
    (now) => now.slice(0, below(now.length)),
    (now) => now.slice(0, below(now.length)) + other.slice(below(other.length)),
    (now) => {
      const lines = now.split('\r\n');
      one(lineChanges)(lines);
      return lines.join('\r\n');
    },
  ];
  const at = (now: string, length: number, fresh: string): string => {
    const place = below(now.length + 1);
    return now.slice(0, place) + fresh + now.slice(place + length);
  };
  let changed = text;
  for (let count = random() < 0.6 ? 1 : 1 + below(5); count > 0; count -= 1) changed = one(changes)(changed);
  // A wrong length hides whatever else is wrong, so mostly it is right.
  return random() < 0.9 ? measured(changed) : changed;
}

const measured = (text: string): string => {
  const end = text.indexOf('\r\n\r\n');
  const length = end === -1 ? 0 : utf8Length(text.slice(end + 4));
  return text.replace(/^(Content-Length|l)\s*:\s*\d+/im, `$1: ${length}`);
};
