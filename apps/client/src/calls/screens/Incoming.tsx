import { Phone, PhoneIncoming } from 'lucide-react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PersonAvatar, subtitleOf } from './CallHeader.tsx';
import { callHotkeys } from './call-keys.ts';
import type { Person } from './person.ts';
import { useSeconds } from './use-seconds.ts';

interface IncomingProps {
  person: Person;
  /** Where it rings: the channel, or the number that was called. */
  target: string;
  ringsSince: number;
  /** As wide as the window, in place of the card that stands out of the left column. */
  sheet: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

/** Somebody calls: who, for whom, and the two keys. */
export function Incoming({ person, target, ringsSince, sheet, onAccept, onDecline }: IncomingProps) {
  const { t } = useWords();
  const seconds = useSeconds(ringsSince);
  const line = [person.number, target].filter(Boolean).join(' → ');
  return (
    <section
      aria-label={t(($) => $.calls.incoming)}
      className={cn(
        'call-dock overflow-hidden bg-raised [--pbg:var(--bg-raised)]',
        sheet ? 'call-ringing-sheet' : 'call-ringing-card w-94 rounded-l',
      )}
    >
      <div className="call-edge" data-tone="ringing" />
      <div className="flex h-9 items-center gap-2 bg-ring-tint px-4 font-med text-ring">
        <Icon of={PhoneIncoming} />
        <span className="min-w-0 flex-1 truncate">{t(($) => $.calls.incoming)}</span>
        <span className="tabular-nums">{formatDuration(seconds)}</span>
      </div>
      <div className="flex items-center gap-4 px-5 pt-5 pb-4">
        <span className="call-ringing-face" data-square={person.square}>
          <PersonAvatar person={person} size="xl" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="truncate font-semi text-16">{person.name}</div>
          {person.organization === null ? null : <div className="truncate text-ink-2">{subtitleOf(person)}</div>}
          <div className="truncate text-ink-3">{line}</div>
        </div>
      </div>
      <div className={cn('grid grid-cols-[1fr_1.6fr] gap-2', sheet ? 'px-4 pt-3 pb-4' : 'p-3')}>
        <AnswerKeys onAccept={onAccept} onDecline={onDecline} size="xl" />
      </div>
    </section>
  );
}

interface AnswerKeysProps {
  onAccept: () => void;
  onDecline: () => void;
  size: 'l' | 'xl';
}

/** Decline and accept, with their letters. */
export function AnswerKeys({ onAccept, onDecline, size }: AnswerKeysProps) {
  const { t } = useWords();
  return (
    <>
      <Button tone="danger" size={size} onClick={onDecline} aria-keyshortcuts={callHotkeys.decline}>
        <Icon of={Phone} className="rotate-135" />
        {t(($) => $.calls.decline)}
        <span aria-hidden>
          <Kbd>{callHotkeys.decline}</Kbd>
        </span>
      </Button>
      <Button tone="call" size={size} onClick={onAccept} aria-keyshortcuts={callHotkeys.accept}>
        <Icon of={Phone} />
        {t(($) => $.calls.accept)}
        <span aria-hidden>
          <Kbd inherit className="opacity-100">
            {callHotkeys.accept}
          </Kbd>
        </span>
      </Button>
    </>
  );
}
