import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { ChevronDown, HatGlasses, type LucideIcon, Phone, PhoneForwarded, PhoneOff } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { type CallerIdLook, phoneLook, senderLook } from '../caller-id-look.ts';

interface CallerIdButtonProps {
  setting: ChannelSetting;
  /** The account's generation. */
  isNeo: boolean;
  expanded: boolean;
  onOpen: () => void;
}

const icons: Record<CallerIdLook['kind'], LucideIcon> = {
  number: PhoneForwarded,
  anonymous: HatGlasses,
  suppressed: HatGlasses,
  none: PhoneForwarded,
  choosePhone: Phone,
  noPhone: PhoneOff,
  unreachable: PhoneOff,
};

const alarms: Partial<Record<CallerIdLook['kind'], string>> = {
  choosePhone: 'border border-ring bg-ring-tint text-ring',
  noPhone: 'border border-ring bg-ring-tint text-ring',
  unreachable: 'border border-missed bg-missed-tint text-missed',
};

/** Says what the other side sees of calls from here, and opens the settings for that. */
export function CallerIdButton({ setting, isNeo, expanded, onOpen }: CallerIdButtonProps) {
  const { t } = useWords();
  const phones = useLive(phoneQueries.phones, {}).rows;
  const look = isNeo ? senderLook(setting) : phoneLook(setting, phones);
  const number = look.kind === 'number' ? formatNumber(look.number) : null;
  const text =
    look.kind === 'number'
      ? t(($) => $.channels.callerId.button, { number })
      : t(($) => $.channels.callerId[look.kind]);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={expanded}
      onClick={onOpen}
      className={cn(
        'inline-flex h-7 min-w-0 items-center gap-2 rounded-s px-2 font-med hover:bg-hover',
        alarms[look.kind] ?? 'text-ink-2',
      )}
    >
      <Icon of={icons[look.kind]} size={14} />
      {/* Where a call is open beside the list there is room only for the number. */}
      <span className={cn('truncate', number !== null && 'hidden @min-[600px]:inline')}>{text}</span>
      {number === null ? null : (
        <span className="truncate @min-[600px]:hidden">
          <span className="sr-only">{text}</span>
          <span aria-hidden>{number}</span>
        </span>
      )}
      <Icon of={ChevronDown} size={12} />
    </button>
  );
}
