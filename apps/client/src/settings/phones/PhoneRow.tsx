import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { ChevronRight, Phone as PhoneIcon } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PhoneBadge } from './PhoneBadge.tsx';
import type { Use } from './phone-facts.ts';
import type { ListedPhone } from './use-phones.ts';

interface PhoneRowProps {
  listed: ListedPhone;
  onOpen: () => void;
}

/** The number of channels that have room in a row. */
const chipsShown = 3;

/** A phone in the list; the whole row opens it. */
export function PhoneRow({ listed: { phone, uses, isDefault }, onOpen }: PhoneRowProps) {
  const { t } = useWords();
  const number = phone.phoneNumbers[0]?.phoneNumber;
  const about = [
    ...(isDefault ? [t(($) => $.phones.default.title)] : []),
    ...(number === undefined ? [] : [formatNumber(number)]),
  ].join(' · ');
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="-mx-3 grid min-h-16 w-[calc(100%+24px)] grid-cols-[minmax(0,1fr)_112px_minmax(0,0.8fr)_16px] items-center gap-4 rounded-m px-3 py-2 text-left focus-inset hover:bg-hover max-[759px]:grid-cols-[minmax(0,1fr)_auto_16px]"
      >
        <span className="flex min-w-0 items-center gap-3">
          <PhoneTile />
          <span className="min-w-0">
            <span className="block truncate font-med">{phone.name}</span>
            <span className="block truncate text-12 text-ink-3">{about}</span>
          </span>
        </span>
        <PhoneBadge state={phone.state} />
        <span className="flex min-w-0 flex-wrap gap-1 max-[759px]:col-span-3 max-[759px]:col-start-1 max-[759px]:row-start-2 max-[759px]:pl-12">
          <UsedBy uses={uses} />
        </span>
        <Icon of={ChevronRight} className="text-ink-3" />
      </button>
    </li>
  );
}

function UsedBy({ uses }: { uses: readonly Use[] }) {
  const { t } = useWords();
  if (uses.length === 0) return <span className="text-12 text-ink-3">{t(($) => $.phones.noChannel)}</span>;
  const more = uses.slice(chipsShown);
  return (
    <>
      {/* Separates the words from the channels for screen readers. */}
      <span className="sr-only">{t(($) => $.phones.usedBy)}</span>
      {uses.slice(0, chipsShown).map(({ channel }) => (
        <Chip key={channel.id}>
          <ChannelName use={{ channel }} />
        </Chip>
      ))}
      {more.length === 0 ? null : <Chip line>{t(($) => $.phones.more, { count: more.length })}</Chip>}
    </>
  );
}

/** As users read it: the user's own channel has no name. */
export function ChannelName({ use: { channel } }: { use: Pick<Use, 'channel'> }) {
  const { t } = useWords();
  return channel.channelType === 'personal' ? t(($) => $.phones.private) : channel.name;
}

/** The picture of a phone. */
export function PhoneTile() {
  return (
    <span aria-hidden className="grid size-9 flex-none place-items-center rounded-m bg-well text-ink-2">
      <Icon of={PhoneIcon} size={18} />
    </span>
  );
}
