import type { ContactCall, ContactHistory } from '@sidetone/contract/entities/contact-history.ts';
import { Inbox, UsersRound } from 'lucide-react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import type { ContactChannel } from '../contact-channel.ts';
import { Part } from './Part.tsx';
import { useCallWords } from './use-call-words.ts';

interface HistoryProps {
  history: ContactHistory;
  channels: readonly ContactChannel[];
  onOpenThread: (channelId: string) => void;
  onOpenCall: (channelId: string, docId: string) => void;
}

/** The channels, each with its number of calls with a contact and the last of them. */
export function History({ history, channels, onOpenThread, onOpenCall }: HistoryProps) {
  const { t } = useWords();
  const counts = new Map(history.channels.map(({ channelId, calls }) => [channelId, calls]));
  const counted = channels.map((channel) => ({ ...channel, calls: counts.get(channel.id) ?? 0 }));
  const isSilent = counted.every(({ calls }) => calls === 0);
  return (
    <Part title={t(($) => $.contacts.detail.calls)}>
      {isSilent ? <p className="mb-2 text-ink-3">{t(($) => $.contacts.detail.noCalls)}</p> : null}
      {counted.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {counted.map(({ id, name, isPersonal, calls }) => (
            <li key={id}>
              <Button className={cn(calls === 0 && 'text-ink-3')} onClick={() => onOpenThread(id)}>
                <Icon of={isPersonal ? Inbox : UsersRound} className="text-ink-3" />
                {name}
                <span className="text-ink-3">
                  {calls}
                  <span className="sr-only"> {t(($) => $.contacts.detail.callsCounted, { count: calls })}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {history.calls.length === 0 ? null : (
        <ul className="-mx-3 mt-2">
          {history.calls.map((one) => (
            <li key={one.docId}>
              <CallLine one={one} onOpen={() => onOpenCall(one.channelId, one.docId)} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function CallLine({ one, onOpen }: { one: ContactCall; onOpen: () => void }) {
  const { icon, text, when } = useCallWords()(one);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-9 w-full items-center gap-3 rounded-s px-3 text-left focus-inset hover:bg-hover"
    >
      <Icon of={icon} className={cn(one.isMissed || one.hasVoicemail ? 'text-missed' : 'text-ink-3')} />
      <span className="min-w-0 flex-1 truncate">{text}</span>
      <span className="flex-none text-ink-3">{when}</span>
      <span className="w-9 flex-none text-right text-ink-3">
        {one.durationMs === null ? null : formatDuration(one.durationMs / 1000)}
      </span>
    </button>
  );
}
