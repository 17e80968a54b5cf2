import type { SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { CrmOption } from '../../crm/crm-side.ts';

/** What outcomes of CRMs have in common. */
type Meaning = 'reached' | 'noAnswer' | 'busy' | 'voicemail' | 'wrongNumber' | 'callback';

/** Words by which vendors and companies name them, those first whose words contain others'. */
const words: readonly (readonly [Meaning, RegExp])[] = [
  [
    'wrongNumber',
    /(?:wrong|invalid|incorrect)[ _-]?(?:number|party)|falsche (?:ruf)?nummer|falsch verbunden|ungültige (?:ruf)?nummer/,
  ],
  ['voicemail', /voice[ _-]?(?:mail|message)|answering machine|mailbox|anrufbeantworter|sprachnachricht/],
  ['callback', /call(?:ed)?[ _-]?back|rückruf|zurückrufen|wiedervorlage/],
  [
    'noAnswer',
    /no[ _-]?(?:answer|response|reply|contact)|(?:not|never) (?:reached|answered|connected|available)|unanswered|unreachable|missed|keine antwort|nicht (?:erreicht|erreichbar|angenommen|verbunden)|verpasst/,
  ],
  ['busy', /\bbusy\b|besetzt/],
  [
    'reached',
    /\b(?:connected|reached|answered|contacted|talked|spoke)\b|\b(?:verbunden|erreicht|angenommen|gesprochen)\b/,
  ],
];

/** How a call ended: `seconds` from answer to end. */
interface Ended {
  readonly seconds: number;
  readonly reason: TerminationReason | null;
}

/**
 * The outcome of a call in a CRM, as the id of one of its options; null for none. What was chosen in this CRM is it; of
 * another CRM, or in free words, it is the option with the same words, and of another CRM else one that means the same. While
 * nobody chose, it follows from the call's end.
 */
export function outcomeFor(
  source: string,
  chosen: SelectedOutcome | null,
  ended: Ended,
  options: readonly CrmOption[],
): string | null {
  if (chosen === null) return optionThatMeans(meaningOfEnd(ended), options);
  const own = `${source}:`;
  if (chosen.id.startsWith(own)) {
    const id = chosen.id.slice(own.length);
    // Unknown options are those that could not be asked for.
    return options.length === 0 || options.some((option) => option.id === id) ? id : null;
  }
  const same = options.find(({ label }) => plain(label) === plain(chosen.displayValue));
  if (same) return same.id;
  if (!chosen.id.includes(':')) return null;
  const [meaning] = meaningsOf({ id: chosen.id.slice(chosen.id.indexOf(':') + 1), label: chosen.displayValue });
  return meaning === undefined ? null : optionThatMeans(meaning, options);
}

/** By what happened and not by END-037, so that no CRM counts a call as answered that was not. */
function meaningOfEnd({ seconds, reason }: Ended): Meaning {
  if (seconds > 0) return 'reached';
  return reason === 'BUSY_HERE' || reason === 'BUSY_EVERYWHERE' ? 'busy' : 'noAnswer';
}

/** One that means this above all, else one that means it as well, such as 'No response/Busy'. */
function optionThatMeans(meaning: Meaning, options: readonly CrmOption[]): string | null {
  const meant = options.map((option) => ({ id: option.id, meanings: meaningsOf(option) }));
  const found =
    meant.find(({ meanings }) => meanings[0] === meaning) ??
    (meaning === 'reached' ? undefined : meant.find(({ meanings }) => meanings.includes(meaning)));
  return found?.id ?? null;
}

/** The strongest first. */
function meaningsOf({ id, label }: CrmOption): Meaning[] {
  const told = `${plain(label)} ${plain(id)}`;
  return words.filter(([, pattern]) => pattern.test(told)).map(([meaning]) => meaning);
}

const plain = (text: string): string => text.slice(0, 200).normalize('NFC').toLowerCase().trim();
