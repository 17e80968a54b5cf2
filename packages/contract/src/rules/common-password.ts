/**
 * What the commonest passwords are made of, in the languages of our users. Those with ten characters and more are hardly
 * ever one of these words alone: they are one or two of them, with digits and signs around, or keys beside each other.
 */
const words: ReadonlySet<string> = new Set(
  `password passwort kennwort passwd passw pass word mypassword admin administrator root user username benutzer guest gast
  login logon welcome willkommen letmein changeme default secret geheim sicher sicherheit security access master boss
  system server support manager service test testing tester demo example beispiel temp office buero company firma
  internet computer windows linux apple google facebook samsung nokia iphone android telefon telephone phone sidetone
  softphone hello hallo servus moin love liebe lovely lover loveyou iloveyou ichliebedich liebling schatz schatzi hase
  baby babygirl angel engel princess prinzessin prinz prince king koenig queen mama papa mutter vater mother father oma
  opa family familie friend friends freund freunde sunshine sonnenschein sonne summer sommer winter spring fruehling
  frühling autumn herbst january januar february februar march maerz märz april may mai june juni july juli august
  september october oktober november december dezember monday montag tuesday dienstag wednesday mittwoch thursday
  donnerstag friday freitag saturday samstag sunday sonntag weekend football fussball fußball soccer baseball basketball
  hockey liverpool arsenal chelsea barcelona bayern muenchen münchen dortmund schalke borussia hamburg berlin koeln köln
  frankfurt stuttgart werder bremen deutschland germany oesterreich österreich schweiz london england america superman
  batman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite matrix phoenix dragon drache monkey tiger
  lion loewe löwe eagle adler panther wolf bear baer bär katze hund kitty butterfly schmetterling flower blume blumen
  rose chocolate schokolade cookie pepper ginger coffee kaffee banana orange cherry shadow hunter killer ranger soldier
  trustno trust freedom freiheit forever whatever nothing nichts happy lucky money peace geld mercedes ferrari porsche
  bmw audi volkswagen harley yamaha michael michelle michaela jennifer jessica thomas andreas daniel daniela alexander
  alexandra christian christina stefan stephan stefanie markus martin martina matthias sebastian patrick charlie jordan
  ashley nicole sabrina sandra claudia peter robert william george richard anthony joshua andrew qwerty qwertz asdf asdfgh
  yxcv zxcv abc abcd abcdef my mein meine meins the der die das is ist und and ich you du dich dein new neu neues best
  super mega ultra one eins two zwei three drei hi me mich no nein yes ja`.split(/\s+/),
);
const longestWord = Math.max(...[...words].map(({ length }) => length));
/** More words than this are a sentence, which nobody guesses. */
const mostWords = 3;

/** Keys beside each other, and what everyone counts by. */
const rows = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '1qay',
  '6zhn',
  '9876543210',
  '!@#$%^&*()',
  '!"§$%&/()=',
];
const shortestRun = 3;
/** What may stand beside runs of keys without making a password of them. */
const mostBeside = 3;

/** Signs that people write in place of letters. */
const letterOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Whether a password is among those that are tried first, by how such passwords are made: digits alone, few different
 * characters, a piece again and again, keys beside each other, and up to three common words with digits and signs around
 * them. A rule in place of a list, since it also knows next year's `Sommer2031!`.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().normalize('NFC');
  const bare = text.replace(/\s+/g, '');
  return (
    /^[\d\s.,:/+-]+$/.test(text) ||
    new Set(bare).size <= mostBeside ||
    /^(.{1,8})\1+$/su.test(bare) ||
    withoutRuns(bare).length <= mostBeside ||
    isWords(bare) ||
    isWords(withLetters(bare)) ||
    isWords(withLetters(bare.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')))
  );
}

const withLetters = (text: string): string => [...text].map((sign) => letterOf[sign] ?? sign).join('');

/** What is left once runs of keys beside each other are taken out, in both directions. */
function withoutRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at);
    if (length === 0) left += text[at];
    at += Math.max(1, length);
  }
  return left;
}

function runAt(text: string, at: number): number {
  let longest = 0;
  for (const row of rows) {
    for (const keys of [row, [...row].reverse().join('')]) {
      for (let length = shortestRun; at + length <= text.length; length += 1) {
        if (!keys.includes(text.slice(at, at + length))) break;
        longest = Math.max(longest, length);
      }
    }
  }
  return longest;
}

/** Whether nothing but a few common words is there, besides signs around and between them that are no letters. */
function isWords(text: string): boolean {
  const letters = text.replace(/[^\p{L}]+/gu, '');
  // Many signs that are no letters are worth something, wherever they stand.
  if (letters.length < 3 || text.length - letters.length > 8) return false;
  /** Fewest words that make the text up to each place. */
  const fewest: number[] = [0];
  for (let end = 1; end <= letters.length; end += 1) {
    fewest[end] = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - longestWord); start < end; start += 1) {
      const before = fewest[start] ?? Number.POSITIVE_INFINITY;
      if (before < mostWords && words.has(letters.slice(start, end))) {
        fewest[end] = Math.min(fewest[end] ?? Number.POSITIVE_INFINITY, before + 1);
      }
    }
  }
  return (fewest[letters.length] ?? Number.POSITIVE_INFINITY) <= mostWords;
}
