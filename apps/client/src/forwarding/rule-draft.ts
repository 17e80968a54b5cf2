import type { DestinationProblem } from '@sidetone/contract/entities/channel-routing.ts';
import type {
  ForwardCallers,
  ForwardRule,
  ForwardTarget,
  ForwardTimes,
  ForwardWhen,
} from '@sidetone/contract/entities/line-forwarding.ts';
import { type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';

/** A rule of forwarding as it is being entered. */
export interface RuleDraft {
  /** What it is known by in its list. */
  readonly key: number;
  /** Off: the rule is kept and does not count. */
  readonly isOn: boolean;
  readonly when: ForwardWhen;
  readonly callers: ForwardCallers['kind'];
  /** Callers' numbers as they were typed, one in each line. */
  readonly numbers: string;
  readonly times: ForwardTimes | null;
  readonly to: ForwardTarget['kind'];
  /** The colleague; empty: none was chosen. */
  readonly userId: string;
  /** The number as it was typed. */
  readonly number: string;
}

/** What is wrong with a rule, by what has to be entered again. */
export type RuleProblem =
  | 'number'
  | 'numbers'
  | 'colleague'
  | 'times'
  | Extract<DestinationProblem, 'itself' | 'gone' | 'ownNumber' | 'noTrunk' | 'barred'>;

/** The times that are offered first. */
export const officeTimes: ForwardTimes = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  from: '09:00',
  until: '17:00',
};

export const emptyDraft = (key: number): RuleDraft => ({
  key,
  isOn: true,
  when: 'noAnswer',
  callers: 'all',
  numbers: '',
  times: null,
  to: 'voicemail',
  userId: '',
  number: '',
});

/** A saved rule, to be changed. */
export const draftOf = ({ isOn, when, callers, times, to }: ForwardRule, key: number): RuleDraft => ({
  key,
  isOn,
  when,
  callers: callers.kind,
  numbers: callers.kind === 'numbers' ? callers.numbers.join('\n') : '',
  times,
  to: to.kind,
  userId: to.kind === 'colleague' ? to.userId : '',
  number: to.kind === 'number' ? to.number : '',
});

/** The rule that a draft means at this place, or what has to be entered again. */
export function ruleOf(draft: RuleDraft, place: NumberPlace): ForwardRule | RuleProblem {
  const { isOn, when, times } = draft;
  const callers = callersOf(draft, place);
  if (callers === null) return 'numbers';
  if (times !== null && (times.days.length === 0 || times.from === times.until)) return 'times';
  const to = targetOf(draft, place);
  if (to === null) return draft.to === 'colleague' ? 'colleague' : 'number';
  return { when, callers, times, to, isOn };
}

function callersOf({ callers, numbers }: RuleDraft, place: NumberPlace): ForwardCallers | null {
  if (callers !== 'numbers') return { kind: callers };
  const typed = numbers.split(/[\n,;]/).flatMap((line) => (line.trim() === '' ? [] : [line]));
  const read = typed.flatMap((line) => normalizeNumber(line, place) ?? []);
  return read.length > 0 && read.length === typed.length ? { kind: callers, numbers: [...new Set(read)] } : null;
}

function targetOf({ to, userId, number }: RuleDraft, place: NumberPlace): ForwardTarget | null {
  if (to === 'voicemail') return { kind: to };
  if (to === 'colleague') return userId === '' ? null : { kind: to, userId };
  const read = normalizeNumber(number, place);
  return read === null ? null : { kind: to, number: read };
}

const known: ReadonlySet<string> = new Set(['itself', 'gone', 'ownNumber', 'noTrunk', 'barred']);

/** What the server found wrong with rules, by their places. */
export const problemsOf = (issues: readonly { path: string; message: string }[]): ReadonlyMap<number, RuleProblem> =>
  new Map(
    issues.flatMap(({ path, message }) => {
      const at = /^rules\.(\d+)\.to$/.exec(path)?.[1];
      return at === undefined || !known.has(message) ? [] : [[Number(at), message as RuleProblem] as const];
    }),
  );
