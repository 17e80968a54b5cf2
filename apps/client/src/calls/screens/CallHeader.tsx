import type { ReactNode } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import type { Person } from './person.ts';

interface CallHeaderProps {
  person: Person;
  subtitle: string;
  /** Time or state, at the right. */
  children: ReactNode;
}

/** Who it is, one line more, and how long. */
export function CallHeader({ person, subtitle, children }: CallHeaderProps) {
  return (
    <div className="flex h-14 w-full items-center gap-2.5 px-3">
      <PersonAvatar person={person} size="m" />
      <div className="min-w-0 flex-1">
        <b className="block truncate font-semi">{person.name}</b>
        {subtitle === '' ? null : <span className="block truncate text-12 text-ink-3">{subtitle}</span>}
      </div>
      <div className="flex flex-none items-center gap-1.5 font-semi">{children}</div>
    </div>
  );
}

interface PersonAvatarProps {
  person: Person;
  size: 'm' | 'xl';
}

/** A face for somebody known; a symbol for a number or a withheld one. */
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

/** One line about somebody: where they work, else their number. */
export function subtitleOf(person: Person): string {
  return person.organization ?? person.number ?? '';
}
