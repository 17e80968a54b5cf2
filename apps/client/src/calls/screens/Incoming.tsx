import { Lock, Phone, PhoneForwarded, PhoneIncoming } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { PersonAvatar, subtitleOf } from './CallHeader.tsx';
import { callHotkeys } from './keys/call-keys.ts';
import type { Person } from './person.ts';
import { useSeconds } from './use-seconds.ts';

interface IncomingProps {
  person: Person;
  /** The channel that rings, or the number that was called. */
  target: string;
  ringsSince: number;
  /** The channel that was dialled, where that is another one; its name is null for users who are not in it. */
  forwardedFrom: { readonly name: string | null } | null;
  /** A call-back: the caller has left the queue, and is called once this is accepted. */
  callBack: boolean;
  /** Beside a call that runs: that one is held when this one is accepted. */
  second: boolean;
  /** As wide as the window, in place of the card that projects from the left column. */
  sheet: boolean;
  /** What is known of the caller. */
  about?: ReactNode;
  onAccept: () => void;
  onDecline: () => void;
}

/** An incoming call: the caller, the channel, and the two keys. */
export function Incoming(props: IncomingProps) {
  const {
    person,
    target,
    ringsSince,
    forwardedFrom,
    callBack,
    second,
    sheet,
    about = null,
    onAccept,
    onDecline,
  } = props;
  const { t } = useWords();
  const seconds = useSeconds(ringsSince);
  const words = second ? t(($) => $.calls.second) : t(($) => $.calls.incoming);
  const title = callBack ? t(($) => $.calls.callBack) : words;
  return (
    <section
      aria-label={words}
      tabIndex={-1}
      className={cn(
        'call-dock overflow-hidden bg-raised outline-none [--pbg:var(--bg-raised)]',
        sheet ? 'call-ringing-sheet' : 'call-ringing-card w-94 rounded-l',
      )}
    >
      <div className="call-edge" data-tone="ringing" />
      <div className="flex h-9 items-center gap-2 bg-ring-tint px-4 font-med text-ring">
        <Icon of={forwardedFrom === null ? PhoneIncoming : PhoneForwarded} />
        {forwardedFrom === null ? (
          <span className="min-w-0 flex-1 truncate">{title}</span>
        ) : (
          <Forwarded name={forwardedFrom.name} />
        )}
        <span className="tabular-nums">{formatDuration(seconds)}</span>
      </div>
      {second ? (
        <Who person={person} lines={[[subtitleOf(person), target].filter(Boolean).join(' · ')]} small />
      ) : (
        <Who
          person={person}
          lines={[person.organization ?? '', [person.number, target].filter(Boolean).join(' → ')]}
          small={false}
        />
      )}
      {about === null ? null : <div className={sheet ? 'px-4' : 'px-3'}>{about}</div>}
      <div
        className={cn('grid grid-cols-[1fr_1.6fr] gap-2', sheet ? 'px-4 pb-4' : 'px-3 pb-3', second ? 'pt-0' : 'pt-3')}
      >
        <AnswerKeys onAccept={onAccept} onDecline={onDecline} second={second} size="xl" />
      </div>
    </section>
  );
}

/** The channel where the call came in first; its name is null for users who are not in it. */
export function Forwarded({ name }: { name: string | null }) {
  const { t } = useWords();
  return (
    <span className="min-w-0 flex-1 truncate">
      {t(($) => $.calls.forwardedFrom)}{' '}
      {name === null ? (
        <Tooltip text={t(($) => $.calls.otherChannelHint)} side="top">
          <span className="inline-flex items-center gap-1 align-bottom font-semi">
            <Icon of={Lock} size={14} />
            {t(($) => $.calls.otherChannel)}
          </span>
        </Tooltip>
      ) : (
        <b className="font-semi">{name}</b>
      )}
    </span>
  );
}

function Who({ person, lines, small }: { person: Person; lines: readonly string[]; small: boolean }) {
  return (
    <div className={cn('flex items-center gap-4', small ? 'px-4 pt-3.5 pb-3' : 'px-5 pt-5 pb-4')}>
      <span className="call-ringing-face" data-square={person.square}>
        <PersonAvatar person={person} size={small ? 'l' : 'xl'} />
      </span>
      <div className="min-w-0 flex-1">
        <div dir="auto" className="truncate text-left font-semi text-16">
          {person.name}
        </div>
        {lines.map((line, place) =>
          line === '' ? null : (
            <div
              key={line}
              dir="auto"
              className={cn('truncate text-left', lines.length === 2 && place === 0 ? 'text-ink-2' : 'text-ink-3')}
            >
              {line}
            </div>
          ),
        )}
      </div>
    </div>
  );
}

interface AnswerKeysProps {
  onAccept: () => void;
  onDecline: () => void;
  second: boolean;
  size: 'l' | 'xl';
}

/** Decline and accept, with their letters. */
export function AnswerKeys({ onAccept, onDecline, second, size }: AnswerKeysProps) {
  const { t } = useWords();
  return (
    <>
      <Button tone="danger" size={size} onClick={onDecline} aria-keyshortcuts={callHotkeys.decline} className="px-3">
        <Icon of={Phone} className="rotate-135" />
        {t(($) => $.calls.decline)}
        <span aria-hidden>
          <Kbd>{callHotkeys.decline}</Kbd>
        </span>
      </Button>
      <Button tone="call" size={size} onClick={onAccept} aria-keyshortcuts={callHotkeys.accept} className="px-3">
        <Icon of={Phone} />
        {second ? t(($) => $.calls.holdAndAccept) : t(($) => $.calls.accept)}
        <span aria-hidden>
          <Kbd inherit className="opacity-100">
            {callHotkeys.accept}
          </Kbd>
        </span>
      </Button>
    </>
  );
}
