import { Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Person } from './person.ts';
import type { HeaderCall } from './running.ts';
import { useSeconds } from './use-seconds.ts';

interface CallHeaderProps {
  person: Person;
  subtitle: string;
  /** Time or state, at the right. */
  children: ReactNode;
  /** `strip`: a held call at the foot. `pair`: one of two in a conference. */
  shape?: 'full' | 'pair' | 'strip';
  /** What a click does, where there is another call. */
  action?: { readonly label: string; readonly run: () => void };
}

const shapes = { full: 'h-14', pair: 'h-11', strip: 'h-12 bg-held-tint' };

/** The name, one line more, and the time. With another call beside it, it is the key to this one. */
export function CallHeader({ person, subtitle, children, shape = 'full', action }: CallHeaderProps) {
  const look = cn('call-header flex w-full items-center gap-2.5 px-3', shapes[shape]);
  const body = (
    <>
      <PersonAvatar person={person} size={shape === 'strip' ? 'xs' : 'm'} />
      <span className="min-w-0 flex-1">
        {/* A name that is written from right to left is cut at its end, too. */}
        <b dir="auto" className="block truncate text-left font-semi">
          {person.name}
        </b>
        {subtitle === '' ? null : (
          <span dir="auto" className="block truncate text-left text-12 text-ink-3">
            {subtitle}
          </span>
        )}
      </span>
      <span className="flex flex-none items-center gap-1.5 font-semi">{children}</span>
    </>
  );
  if (action === undefined) return <div className={look}>{body}</div>;
  return (
    <button
      type="button"
      onClick={action.run}
      className={cn(look, 'focus-inset', shape === 'strip' ? 'hover:brightness-98' : 'hover:bg-hover')}
    >
      {body}
      <span className="sr-only">{action.label}</span>
    </button>
  );
}

/** The time, or the step that it waits for. */
export function CallTime({ call, large = false }: { call: HeaderCall; large?: boolean }) {
  const { t } = useWords();
  const seconds = useSeconds(call.establishedAt);
  if (call.ended !== null) return <span className="font-med text-missed">{call.ended}</span>;
  if (call.held) {
    return (
      <span className="flex items-center gap-1.5 text-held">
        {t(($) => $.calls.onHold)}
        <Icon of={Pause} size={14} />
      </span>
    );
  }
  if (call.stage === 'talking') {
    return <span className={cn('text-live tabular-nums', large && 'text-16')}>{formatDuration(seconds)}</span>;
  }
  return (
    <span className="text-ring">
      {call.stage === 'connecting' ? t(($) => $.calls.connecting) : t(($) => $.calls.dialling)}
    </span>
  );
}

interface PersonAvatarProps {
  person: Person;
  size: 'xs' | 'm' | 'l' | 'xl';
}

/** A face for a known person; a symbol for a number or a withheld one. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  return (
    <Avatar
      name={person.known ? person.name : null}
      imageUrl={person.imageUrl}
      size={size}
      square={person.square}
      anonymous={person.anonymous}
    />
  );
}

/** One line about a person: where they work, else their number. */
export function subtitleOf(person: Person): string {
  return person.organization ?? person.number ?? '';
}
