import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { useReadNumber } from '#contacts/number-place.ts';
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
  const read = useReadNumber();
  const { remote, call, owner } = row;
  const number = call.remotePhoneNumber;
  const colleague = owner === null ? null : colleagues.get(owner);
  const ownerName = owner === null ? null : colleague ? fullName(colleague) : t(($) => $.callDetail.formerColleague);
  return {
    remote: remote.name ?? (number === null ? t(($) => $.callDetail.anonymous) : read(number)),
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
