import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { memo, useEffect, useRef } from 'react';
import { Avatar, type PresenceMark } from '#ui/Avatar.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { isOrganization, nameOf } from '../contact-as-remote.ts';
import { PickUp } from '../PickUp.tsx';

interface ContactRowProps {
  contact: Contact;
  /** Under the name. */
  below: string | null;
  /** Its source, where that is worth telling. */
  source: string | null;
  number: string | null;
  /** Nobody can be called now. */
  rests: boolean;
  presence: PresenceMark | null;
  /** Selected, or open beside the list. */
  current: boolean;
  /** Can be reached with the Tab key: one row of the list. */
  reachable: boolean;
  /** Takes the focus each time this number changes to another one than 0. */
  focusToken: number;
  /** In px from the top of the list. */
  top: number;
  /** Place among all lines and how many there are, for screen readers. */
  place: number;
  size: number;
  onOpen: (contact: Contact) => void;
}

/** One contact of the list: name, company, source and number. */
export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { contact, below, source, number, current } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.focusToken !== 0) element.current?.focus({ preventScroll: true });
  }, [props.focusToken]);
  const name = nameOf(contact);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys of all its rows
    <div
      ref={element}
      role="listitem"
      tabIndex={props.reachable ? 0 : -1}
      aria-label={[name, below, source, number].filter(Boolean).join(', ')}
      aria-current={current ? 'true' : undefined}
      aria-posinset={props.place}
      aria-setsize={props.size}
      data-contact={contact.id}
      onClick={() => props.onOpen(contact)}
      style={{ transform: `translateY(${props.top}px)` }}
      className={cn(
        'absolute top-0 left-0 flex h-13 w-full cursor-default items-center gap-3 rounded-m px-3 [contain:strict] focus-inset',
        current ? 'bg-accent-tint [--pbg:var(--accent-tint)]' : 'hover:bg-hover hover:[--pbg:var(--bg-hover)]',
      )}
    >
      <Avatar
        name={name}
        imageUrl={contact.avatarUrl ?? null}
        square={isOrganization(contact)}
        presence={props.presence}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semi">{name}</span>
        {below === null ? null : <span className="block truncate text-13 text-ink-3 leading-[18px]">{below}</span>}
      </span>
      {source === null ? null : (
        <Chip line className="hidden max-w-32 @min-[420px]:inline-flex">
          <span className="truncate">{source}</span>
        </Chip>
      )}
      {contact.isTeam && props.presence === 'ringing' ? <PickUp userId={contact.id} /> : null}
      <span
        className={cn(
          'hidden w-31 flex-none text-right text-12 @min-[340px]:block',
          props.rests ? 'text-ink-3' : 'text-ink-2',
        )}
      >
        {number}
      </span>
    </div>
  );
});

/** The placeholder of a contact that is loading, `top` px from the top of the list. */
export function ContactRowShape({ top, place }: { top: number | null; place: number }) {
  return (
    <div
      aria-hidden
      className={cn('flex h-13 w-full items-center gap-3 px-3', top === null ? 'mb-2' : 'absolute top-0 left-0')}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <Skeleton className="size-8 rounded-full" />
      <span className="min-w-0 flex-1">
        <Skeleton className="mb-2 h-3" style={{ width: 110 + ((place * 37) % 70) }} />
        <Skeleton className="h-3" style={{ width: 130 + ((place * 53) % 90) }} />
      </span>
      <Skeleton className="h-3 w-24" />
    </div>
  );
}
