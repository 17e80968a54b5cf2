import { countryOfNumber, formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { BookUser, Phone, SquareParking, UserPlus, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { fullName } from '#contacts/colleagues.ts';
import { isOrganization, nameOf } from '#contacts/contact-as-remote.ts';
import { numberWord } from '#contacts/number-word.ts';
import { presenceLook } from '#contacts/presence.ts';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { highlight } from './highlight.ts';
import type { ResultRow, RowOf } from './rows.ts';

interface LineBodyProps {
  row: ResultRow;
  text: string;
}

/** The subject of a line, and where it cannot be chosen, the reason. */
export function LineBody({ row, text }: LineBodyProps) {
  const { t } = useWords();
  const why = row.obstacle === null ? null : t(($) => $.omnibar.obstacles[row.obstacle ?? 'noNumber']);
  const off = row.obstacle !== null;
  switch (row.kind) {
    case 'typed':
      return <TypedBody row={row} why={why} />;
    case 'create':
      return (
        <>
          <Avatar icon={UserPlus} />
          <Words
            off={off}
            name={
              row.number === null ? t(($) => $.omnibar.createNamed, { text: row.text }) : t(($) => $.omnibar.create)
            }
            beside={why ?? (row.number === null ? null : t(($) => $.omnibar.withThisNumber))}
          />
        </>
      );
    case 'addNumber':
      return (
        <>
          <Avatar icon={BookUser} />
          <Words off={off} name={t(($) => $.omnibar.addNumber)} beside={why} />
        </>
      );
    case 'park':
      return (
        <>
          <Avatar icon={SquareParking} />
          <Words off={off} name={t(($) => $.parked.park)} beside={t(($) => $.parked.parkHelp)} />
        </>
      );
    case 'colleague': {
      const look = presenceLook(row.person.neoPbxStatus);
      const name = fullName(row.person);
      const presence = t(($) => $.people.presence[look.word]);
      return (
        <>
          <Avatar name={name} imageUrl={row.person.avatarUrl ?? null} presence={look.mark} />
          <Words off={off} name={name} marked={text} beside={why === null ? presence : `${presence} · ${why}`} />
        </>
      );
    }
    case 'channel':
      return (
        <>
          <Avatar icon={UsersRound} />
          <Words off={off} name={row.channel.name ?? ''} marked={text} beside={why} />
        </>
      );
    case 'dialled': {
      const { name, avatarUrl } = row.remote;
      const number = formatNumber(row.number);
      return (
        <>
          {name === null ? <Avatar icon={Phone} /> : <Avatar name={name} imageUrl={avatarUrl ?? null} />}
          <Words off={off} name={name ?? number} beside={why ?? (name === null ? null : number)} />
        </>
      );
    }
    case 'contact':
    case 'target': {
      const { contact } = row;
      const organization = contact.organization === nameOf(contact) ? null : contact.organization;
      return (
        <>
          <Avatar name={nameOf(contact)} imageUrl={contact.avatarUrl ?? null} square={isOrganization(contact)} />
          <Words
            off={off}
            name={nameOf(contact)}
            marked={text}
            beside={[organization, why].filter(Boolean).join(' · ') || null}
          />
        </>
      );
    }
    case 'colleagueNumber':
      return (
        <Detail
          off={off}
          why={why}
          label={t(($) => (row.which === 'extension' ? $.omnibar.extension : $.omnibar.direct))}
        >
          {row.which === 'extension' ? row.number : formatNumber(row.number)}
        </Detail>
      );
    case 'number': {
      const kind = numberWord(row.number);
      const { e164, localized, label, type } = row.number;
      return (
        <Detail off={off} why={why} label={kind ? t(($) => $.people.numberTypes[kind]) : label || type}>
          {e164 === null ? localized : formatNumber(e164)}
        </Detail>
      );
    }
    case 'email':
      return (
        <Detail off={off} why={why} label={t(($) => $.omnibar.mail)}>
          {row.email}
        </Detail>
      );
  }
}

function TypedBody({ row, why }: { row: ResultRow & RowOf<'typed'>; why: string | null }) {
  const { t, language } = useWords();
  const country = countryOfNumber(row.number);
  const place = country === null ? null : (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? null);
  const named = row.person ? fullName(row.person) : (row.channel?.name ?? null);
  const known = named ?? (row.number === echoTestCode ? t(($) => $.omnibar.echoTest) : place);
  const off = row.obstacle !== null;
  return (
    <>
      <Avatar icon={Phone} className={off ? '' : 'bg-live-tint text-live'} />
      <Words off={off} name={t(($) => $.omnibar.callNumber, { number: row.shown })} beside={why ?? known} />
    </>
  );
}

interface WordsProps {
  name: string;
  /** The typed text, to be marked in the name. */
  marked?: string;
  beside: string | null;
  /** Drawn as a line that cannot be chosen. */
  off: boolean;
}

function Words({ name, marked, beside, off }: WordsProps) {
  return (
    <span className="min-w-0 flex-1 truncate" title={beside === null ? name : `${name} ${beside}`}>
      <span className={off ? 'text-ink-3' : 'font-med'}>
        {marked === undefined || off ? name : <Marked text={name} typed={marked} />}
      </span>
      {beside === null ? null : <span className="text-ink-3"> {beside}</span>}
    </span>
  );
}

interface DetailProps {
  label: string;
  why: string | null;
  off: boolean;
  children: string;
}

/** One of several ways to call somebody, below their name. */
function Detail({ label, why, off, children }: DetailProps) {
  return (
    <>
      <span className="w-18 flex-none truncate text-ink-3" title={label}>
        {label}
      </span>
      <span className={cn('min-w-0 flex-1 truncate', off && 'text-ink-3')} title={children}>
        {children}
        {why === null ? null : ` ${why}`}
      </span>
    </>
  );
}

function Marked({ text, typed }: { text: string; typed: string }): ReactNode {
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
