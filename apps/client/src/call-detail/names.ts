import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { formatMoment } from './facts.ts';

/** The names of the two sides of a call, in the language shown now. */
export interface CallNames {
  /** The other side: their name, else their number as users read it. */
  remote: string;
  /** The name is a real one, so initials can be made of it. */
  named: boolean;
  /** The user on our side; null where there was none. */
  owner: string | null;
  /** Our side as the reader sees it: "You", or the owner's name. */
  user: string;
}

/** Names for a call and its reader. */
export function useCallNames(row: InboxRow, me: string | null): CallNames {
  const { t } = useWords();
  const colleagues = useColleagues();
  const { remote, call, owner } = row;
  const colleague = owner === null ? null : colleagues.get(owner);
  const ownerName = owner === null ? null : colleague ? fullName(colleague) : t(($) => $.callDetail.formerColleague);
  return {
    remote: remote.name ?? readNumber(call.remotePhoneNumber, t) ?? t(($) => $.callDetail.anonymous),
    named: remote.name !== null,
    owner: ownerName,
    user: ownerName === null || owner === me ? t(($) => $.callDetail.you) : ownerName,
  };
}

/** Tells a moment in full, by the clock of the company: "Today, 10:42 AM". */
export function useMomentWords(): (moment: string) => string {
  const { t, language } = useWords();
  const zone = useCallZone();
  const days = { today: t(($) => $.callDetail.today), yesterday: t(($) => $.callDetail.yesterday) };
  return (moment) => formatMoment(moment, language, new Date(), days, zone);
}

/** A number as users read it; an extension is named as one. Null stays null. */
export function readNumber(number: string | null, t: ReturnType<typeof useWords>['t']): string | null {
  if (number === null) return null;
  return /^[0-9]{1,5}$/.test(number) ? t(($) => $.people.extensionShort, { number }) : formatNumber(number);
}
