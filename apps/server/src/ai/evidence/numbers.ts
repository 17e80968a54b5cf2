import type { Language } from '../basic/call.ts';

const small: Readonly<Record<Language, readonly string[]>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  ),
};
const tens: Readonly<Record<Language, readonly string[]>> = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' '),
};

/**
 * Numbers that a text says, as digits. Words and digits read alike ("ninety" is "90"), digits said one by one also together ("four
 * seven one two" is "4712" as well), and groups of a telephone number also without their gaps.
 */
export function numbersIn(text: string, language: Language): ReadonlySet<string> {
  const found = new Set<string>();
  const words = text.toLowerCase().match(/\d+(?:[.:,]\d+)*|\p{L}+/gu) ?? [];
  let run: string[] = [];
  const close = () => {
    for (let from = 0; from < run.length; from += 1) {
      for (let to = from + 1; to <= run.length; to += 1) found.add(run.slice(from, to).join(''));
    }
    run = [];
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^\d/.test(word)) {
      for (const each of digitsOf(word)) found.add(each);
      run.push(word.replace(/\D/g, ''));
      continue;
    }
    const read = numberAt(words.slice(at, at + 8), language);
    if (read === null) {
      // "and" joins nothing here: what stands on both sides was said apart.
      close();
      continue;
    }
    found.add(String(read.value));
    run.push(String(read.value));
    at += read.length - 1;
  }
  close();
  return found;
}

/** "1.250,50" and "1,250.50" are one number; "15:00" is also "15". */
function digitsOf(word: string): string[] {
  const bare = word.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.');
  const clock = /^(\d{1,2}):(\d{2})$/.exec(word);
  if (clock !== null) return clock[2] === '00' ? [word, String(Number(clock[1]))] : [word];
  const parts = word.split(/[.:,]/);
  return [bare, String(Number(bare)), ...(parts.length > 1 ? parts : [])].filter((each) => each !== 'NaN');
}

/** The number that these words, in lower case, begin with, and how many of them it takes; null where they begin with none. */
export function numberAt(words: readonly string[], language: Language): { value: number; length: number } | null {
  return language === 'de' ? readGerman(words[0] ?? '') : readEnglish(words);
}

function readEnglish(words: readonly string[]): { value: number; length: number } | null {
  let total = 0;
  let part = 0;
  let length = 0;
  let last: 'none' | 'small' | 'tens' | 'scale' = 'none';
  for (const word of words) {
    const digit = small.en.indexOf(word);
    const ten = tens.en.indexOf(word);
    if (digit >= 0 && (last === 'none' || last === 'scale' || (last === 'tens' && digit > 0 && digit < 10))) {
      part += digit;
      last = 'small';
    } else if (ten >= 0 && (last === 'none' || last === 'scale')) {
      part += (ten + 2) * 10;
      last = 'tens';
    } else if (word === 'hundred' && last !== 'none' && part < 100) {
      part *= 100;
      last = 'scale';
    } else if (word === 'thousand' && last !== 'none' && total === 0) {
      total = part * 1000;
      part = 0;
      last = 'scale';
    } else break;
    length += 1;
  }
  return length === 0 ? null : { value: total + part, length };
}

/** German writes a number as one word: "vierundzwanzig", "zweitausenddreihundert". */
function readGerman(word: string): { value: number; length: number } | null {
  const value = germanValue(word);
  return value === null ? null : { value, length: 1 };
}

function germanValue(word: string): number | null {
  const [, thousands, rest = ''] = /^(.*?)tausend(?:und)?(.*)$/.exec(word) ?? [];
  if (thousands !== undefined) return scaled(thousands, rest, 1000, germanValue);
  const [, hundreds, after = ''] = /^(.*?)hundert(?:und)?(.*)$/.exec(word) ?? [];
  if (hundreds !== undefined) return scaled(hundreds, after, 100, germanValue);
  const joined = /^(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(\p{L}+)$/u.exec(word);
  if (joined !== null) {
    const ten = tens.de.indexOf(joined[2] ?? '');
    return ten < 0 ? null : (ten + 2) * 10 + smallGerman(joined[1] ?? '');
  }
  const ten = tens.de.indexOf(word);
  if (ten >= 0) return (ten + 2) * 10;
  const digit = small.de.indexOf(word === 'zwo' ? 'zwei' : word);
  return digit < 0 ? null : digit;
}

const smallGerman = (word: string): number => (word === 'ein' ? 1 : small.de.indexOf(word));

function scaled(before: string, after: string, scale: number, read: (word: string) => number | null): number | null {
  const times = before === '' || before === 'ein' ? 1 : read(before);
  const more = after === '' ? 0 : read(after);
  return times === null || more === null ? null : times * scale + more;
}
