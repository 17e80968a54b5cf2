import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { dayOf } from '#i18n/format.ts';

/** How far back the calls of a section are; a week begins on Monday. */
type SectionKind = 'today' | 'yesterday' | 'thisWeek' | 'earlier';

/** One line of a thread: the head of a section, or a call under it. */
export type ThreadLine =
  | {
      readonly kind: 'section';
      readonly key: string;
      readonly section: SectionKind;
      readonly calls: number;
      /** Days of its newest and its oldest call, as `yyyy-MM-dd`. */
      readonly newest: string;
      readonly oldest: string;
    }
  | { readonly kind: 'call'; readonly key: string; readonly row: InboxRow };

/** The calls, newest first, under the heads of their sections. `today` is `yyyy-MM-dd`. */
export function linesOf(rows: readonly InboxRow[], today: string): ThreadLine[] {
  const sectionOf = sectionsFrom(today);
  const lines: ThreadLine[] = [];
  for (let at = 0; at < rows.length; ) {
    const section = sectionOf((rows[at] as InboxRow).day);
    const end = rows.findIndex((row, place) => place > at && sectionOf(row.day) !== section);
    const calls = rows.slice(at, end === -1 ? rows.length : end);
    const [newest, oldest] = [calls[0]?.day ?? '', calls.at(-1)?.day ?? ''];
    lines.push({ kind: 'section', key: `section ${section}`, section, calls: calls.length, newest, oldest });
    for (const row of calls) lines.push({ kind: 'call', key: row.id, row });
    at += calls.length;
  }
  return lines;
}

/** The number of calls above each line. */
export function callsAboveEach(lines: readonly ThreadLine[]): number[] {
  let calls = 0;
  return lines.map(({ kind }) => {
    const above = calls;
    if (kind === 'call') calls += 1;
    return above;
  });
}

function sectionsFrom(today: string): (day: string) => SectionKind {
  const date = new Date(`${today}T12:00:00`);
  const before = (days: number) => {
    const past = new Date(date);
    past.setDate(past.getDate() - days);
    return dayOf(past);
  };
  const yesterday = before(1);
  const monday = before((date.getDay() + 6) % 7);
  return (day) => {
    // A clock that is behind the server's would show calls of tomorrow.
    if (day >= today) return 'today';
    if (day === yesterday) return 'yesterday';
    return day >= monday ? 'thisWeek' : 'earlier';
  };
}

/** The months from the oldest day to the newest: one, two that follow one another, or a span. */
export type Months =
  | { readonly kind: 'one'; readonly month: string }
  | { readonly kind: 'two' | 'range'; readonly from: string; readonly to: string };

/** Months in words of a language, with the year unless all of them are in `thisYear`. */
export function monthsOf(oldest: string, newest: string, language: string, thisYear: number): Months {
  const [first, last] = [new Date(`${oldest}T12:00:00`), new Date(`${newest}T12:00:00`)];
  const months = (last.getFullYear() - first.getFullYear()) * 12 + last.getMonth() - first.getMonth();
  const year = first.getFullYear() === thisYear && last.getFullYear() === thisYear ? {} : { year: 'numeric' as const };
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { month: 'long', ...year });
  if (months <= 0) return { kind: 'one', month: format.format(last) };
  return { kind: months === 1 ? 'two' : 'range', from: format.format(first), to: format.format(last) };
}
