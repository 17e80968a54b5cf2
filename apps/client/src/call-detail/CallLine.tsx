import { type ChannelRow, type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxLabel } from '@sidetone/contract/rules/inbox-status.ts';
import {
  CircleCheck,
  type LucideIcon,
  PhoneIncoming,
  PhoneMissed,
  PhoneOutgoing,
  RotateCcw,
  Voicemail,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useReadNumber } from '#contacts/number-place.ts';
import { formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { labelOf, talkSeconds } from './facts.ts';
import { useMomentWords } from './names.ts';

const looks: Record<InboxLabel, { icon: LucideIcon; word: 'incoming' | 'outgoing' | 'missed' | 'voicemail' }> = {
  incoming: { icon: PhoneIncoming, word: 'incoming' },
  outgoing: { icon: PhoneOutgoing, word: 'outgoing' },
  missed: { icon: PhoneMissed, word: 'missed' },
  missedWithVoicemail: { icon: Voicemail, word: 'voicemail' },
};

interface CallLineProps {
  row: InboxRow;
  /** The call is unresolved, so that it can be resolved. */
  open: boolean;
  onResolve: () => void;
  /** Its log in CRMs. */
  log?: ReactNode;
}

/** The kind of the call, its time, its length and our line; and whether it is resolved. */
export function CallLine({ row, open, onResolve, log }: CallLineProps) {
  const { t } = useWords();
  const momentWords = useMomentWords();
  const read = useReadNumber();
  const { rows: channels } = useLive(phoneQueries.channels, {});
  const label = labelOf(row);
  const { icon, word } = looks[label];
  const seconds = talkSeconds(row.call);
  const line = lineName(row, channels, read);
  const facts = [
    momentWords(row.call.startedAt),
    seconds === null ? null : formatLongDuration(seconds),
    line === null ? null : t(($) => $.callDetail.onNumber, { number: line }),
  ];
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1.5 pr-4 pl-6 max-[559px]:pl-4">
      <Icon of={icon} className={cn('text-ink-3', word === 'missed' || word === 'voicemail' ? 'text-missed' : '')} />
      <span className="font-semi">{t(($) => $.callDetail.direction[word])}</span>
      <span className="min-w-0 flex-1 text-ink-3 max-[559px]:order-last max-[559px]:basis-full">
        {facts.filter((fact) => fact !== null).join(' · ')}
      </span>
      {log}
      <Button size="s" className="ml-auto" onClick={onResolve}>
        <Icon of={open ? CircleCheck : RotateCcw} size={14} />
        {t(($) => (open ? $.callDetail.resolve : $.callDetail.reopen))}
        <span aria-hidden className="contents group-has-[[contenteditable=true]:focus]/call:hidden">
          <Keys hotkey="E" />
        </span>
        {/* While the user writes a note, letters are text. */}
        <span aria-hidden className="hidden group-has-[[contenteditable=true]:focus]/call:contents">
          <Keys hotkey={open ? 'Mod+Enter' : 'E'} />
        </span>
      </Button>
    </div>
  );
}

/** Our own line: its label, else its number; null where the call has neither. */
function lineName(
  { channelId, call }: InboxRow,
  channels: readonly ChannelRow[],
  read: (number: string) => string,
): string | null {
  const { onPhoneNumber } = call;
  if (onPhoneNumber === null) return null;
  const numbers = channels.find(({ id }) => id === channelId)?.phoneNumbers ?? [];
  return numbers.find(({ phoneNumber }) => phoneNumber === onPhoneNumber)?.label ?? read(onPhoneNumber);
}
