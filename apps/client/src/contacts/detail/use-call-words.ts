import type { ContactCall } from '@sidetone/contract/entities/contact-history.ts';
import { type LucideIcon, PhoneIncoming, PhoneMissed, PhoneOutgoing, Voicemail } from 'lucide-react';
import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';

/** A call with a contact as a line says it: its symbol, what it was about, and when it was. */
export function useCallWords(): (one: ContactCall) => {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly when: string;
} {
  const { t, language } = useWords();
  const zone = useCallZone();
  const whenOf = ({ startedAt }: ContactCall): string => {
    const day = dayOf(new Date(startedAt), zone);
    const today = dayOf(new Date(), zone);
    return day === today
      ? `${t(($) => $.contacts.detail.today)}, ${formatTime(startedAt, language, zone)}`
      : formatDay(day, language, Number(today.slice(0, 4)));
  };
  const textOf = ({ hasVoicemail, text, isMissed, direction }: ContactCall): string => {
    if (hasVoicemail) {
      return text === null
        ? t(($) => $.contacts.detail.voicemail)
        : t(($) => $.contacts.detail.voicemailAbout, { text });
    }
    if (text !== null) return text;
    if (isMissed) return t(($) => $.contacts.detail.missed);
    return t(($) => (direction === 'INCOMING' ? $.contacts.detail.incoming : $.contacts.detail.outgoing));
  };
  return (one) => ({ icon: iconOf(one), text: textOf(one), when: whenOf(one) });
}

function iconOf({ hasVoicemail, isMissed, direction }: ContactCall): LucideIcon {
  if (hasVoicemail) return Voicemail;
  if (isMissed) return PhoneMissed;
  return direction === 'INCOMING' ? PhoneIncoming : PhoneOutgoing;
}
