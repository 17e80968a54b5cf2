import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { ChevronDown, Phone, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { fullName } from '#contacts/colleagues.ts';
import { presenceLook } from '#contacts/presence.ts';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { highlight } from './highlight.ts';
import { dialledBy, type ResultRow, type SearchType } from './results.ts';

interface ResultLineProps {
  type: SearchType;
  id: string;
  row: ResultRow;
  text: string;
  active: boolean;
  /** Set where the dialled number has a name of its own, like the echo test. */
  note: string | null;
  onPoint: () => void;
  onChoose: () => void;
}

/** One line of the results. The active one says what Enter does. */
export function ResultLine({ type, id, row, text, active, note, onPoint, onChoose }: ResultLineProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which names the active line
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseMove={active ? undefined : onPoint}
      onClick={onChoose}
      className={cn(
        'flex w-full cursor-default items-center gap-3 rounded-s px-3',
        row.kind === 'number' ? 'min-h-9 pl-14' : 'min-h-11',
        active && 'bg-accent-tint outline-2 -outline-offset-2 outline-focus [--pbg:var(--accent-tint)]',
      )}
    >
      <LineBody row={row} text={text} note={note} />
      <LineEnd row={row} active={active} asks={type === 'addParticipant'} />
    </div>
  );
}

function LineBody({ row, text, note }: { row: ResultRow; text: string; note: string | null }) {
  const { t } = useWords();
  switch (row.kind) {
    case 'typed':
      return (
        <>
          <Avatar icon={Phone} className="bg-live-tint text-live" />
          <Words name={t(($) => $.omnibar.callNumber, { number: row.shown })} beside={note} />
        </>
      );
    case 'colleague': {
      const look = presenceLook(row.person.neoPbxStatus);
      const name = fullName(row.person);
      return (
        <>
          <Avatar name={name} imageUrl={row.person.avatarUrl ?? null} presence={look.mark} />
          <Words name={<Marked text={name} typed={text} />} beside={t(($) => $.people.presence[look.word])} />
        </>
      );
    }
    case 'contact':
      return (
        <>
          <Avatar
            name={row.contact.name}
            imageUrl={row.contact.avatarUrl ?? null}
            square={isOrganization(row.contact)}
          />
          <Words
            name={<Marked text={row.contact.name} typed={text} />}
            beside={row.contact.organization === row.contact.name ? null : row.contact.organization}
          />
        </>
      );
    case 'number':
      return (
        <>
          <NumberType type={row.number.type} label={row.number.label} />
          <span className="min-w-0 flex-1 truncate">{shownNumber(row.number.e164, row.number.localized)}</span>
        </>
      );
  }
}

function LineEnd({ row, active, asks }: { row: ResultRow; active: boolean; asks: boolean }) {
  const { t } = useWords();
  if (active && dialledBy(row) !== null) {
    return (
      <span className="flex flex-none items-center gap-1.5 text-live">
        {row.kind === 'typed' ? null : (
          <>
            <Icon of={asks ? UserPlus : Phone} size={14} />
            <span className="font-med text-12">{asks ? t(($) => $.omnibar.ask) : t(($) => $.omnibar.call)}</span>
          </>
        )}
        <Kbd>↵</Kbd>
      </span>
    );
  }
  return <span className="flex flex-none items-center gap-1.5 text-12 text-ink-3">{quietEnd()}</span>;

  function quietEnd(): ReactNode {
    if (row.kind === 'colleague') {
      if (row.number === null) return t(($) => $.omnibar.noNumber);
      return row.person.extension === null
        ? formatNumber(row.number)
        : t(($) => $.people.extensionShort, { number: row.number });
    }
    if (row.kind !== 'contact' || row.open) return null;
    const [first, second] = row.contact.phoneNumbers;
    if (!first) return t(($) => $.omnibar.noNumber);
    if (!second) return shownNumber(first.e164, first.localized);
    return (
      <>
        {t(($) => $.people.numbers, { count: row.contact.phoneNumbers.length })}
        <Icon of={ChevronDown} size={14} />
      </>
    );
  }
}

function Words({ name, beside }: { name: ReactNode; beside: string | null }) {
  return (
    <span className="min-w-0 flex-1 truncate">
      <span className="font-med">{name}</span>
      {beside ? <span className="text-ink-3"> {beside}</span> : null}
    </span>
  );
}

function Marked({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return highlight(text, typed).map((piece) => {
    at += piece.text.length;
    return piece.match ? (
      <mark key={at} className="bg-transparent font-semi text-accent">
        {piece.text}
      </mark>
    ) : (
      <span key={at}>{piece.text}</span>
    );
  });
}

/** What kind of number it is: in our words where we know the kind, else as the address book calls it. */
function NumberType({ type, label }: { type: string; label: string }) {
  const { t } = useWords();
  const known = ['mobile', 'work', 'home', 'main', 'fax', 'other', 'direct'] as const;
  const kind = known.find((each) => each === type.toLowerCase());
  return (
    <span className="w-18 flex-none truncate text-ink-3">
      {kind ? t(($) => $.people.numberTypes[kind]) : label || type}
    </span>
  );
}

function shownNumber(e164: string | null, localized: string): string {
  return e164 === null ? localized : formatNumber(e164);
}

function isOrganization(contact: Contact): boolean {
  return contact.type === 'organization' || contact.type === 'companies' || contact.name === contact.organization;
}
