import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { X } from 'lucide-react';
import { talkSeconds } from '#call-detail/facts.ts';
import { HeadFrame } from '#call-detail/HeadFrame.tsx';
import { useCallNames } from '#call-detail/names.ts';
import { ContactShortcuts } from '#contacts/ContactShortcuts.tsx';
import { formatLongDuration, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface PanelHeadProps {
  row: InboxRow;
  me: string;
  onClose: () => void;
}

/** Who the call was with, whether it runs, and when it was. */
export function PanelHead({ row, me, onClose }: PanelHeadProps) {
  const { t, language } = useWords();
  const names = useCallNames(row, me);
  const zone = useCallZone();
  const { call, remote } = row;
  const isOver = call.terminatedAt !== null;
  const state = !isOver ? 'running' : isMissed(call) ? 'missed' : 'over';
  const seconds = talkSeconds(call);
  const facts = [
    t(($) => $.crmLogging[call.direction === 'INCOMING' ? 'incoming' : 'outgoing']),
    formatTime(call.startedAt, language, zone),
    seconds === null ? null : formatLongDuration(seconds),
    remote.organization === remote.name ? null : remote.organization,
  ];
  return (
    <HeadFrame
      row={row}
      names={names}
      marks={
        <Chip className={cn(state === 'running' && 'bg-live-tint text-live', state === 'missed' && 'text-missed')}>
          {t(($) => $.crmLogging.state[state])}
        </Chip>
      }
      line={facts.filter((fact) => fact !== null).join(' · ')}
    >
      <span className="flex flex-none items-center">
        <ContactShortcuts contactId={remote.contactId ?? remote.userId} />
        <IconButton icon={X} label={t(($) => $.crmLogging.close)} hotkey="Escape" onClick={onClose} />
      </span>
    </HeadFrame>
  );
}
