import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import {
  ChevronDown,
  ChevronUp,
  Lock,
  type LucideIcon,
  Mail,
  Phone,
  PhoneForwarded,
  UserPlus,
  Voicemail,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { addNumberHotkey, newContactHotkey } from '#platform/shortcuts.ts';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd, Keys } from '#ui/Kbd.tsx';
import { dialledBy, isAction, linesBelow, ownerOf, type ResultRow } from './rows.ts';
import type { Way } from './ways.ts';

interface LineEndProps {
  type: SearchType;
  row: ResultRow;
  active: boolean;
  way: Way;
  onToggle: () => void;
}

/** The source of a contact, its number of phone numbers, and on the active line what Enter does. */
export function LineEnd({ type, row, active, way, onToggle }: LineEndProps) {
  const does = active && row.obstacle === null;
  return (
    <span className="flex flex-none items-center gap-2 text-12 text-ink-3">
      {row.kind === 'contact' || row.kind === 'target' ? <Source of={row.contact} /> : null}
      {does && !isAction(row) ? <Does type={type} row={row} way={way} /> : <Quiet row={row} />}
      {row.kind === 'contact' || row.kind === 'colleague' ? <Opener row={row} onToggle={onToggle} /> : null}
    </span>
  );
}

const iconsOfWays: Readonly<Record<Way, LucideIcon>> = {
  ask: UserPlus,
  handOver: PhoneForwarded,
  voicemail: Voicemail,
};

function Does({ type, row, way }: { type: SearchType; row: ResultRow; way: Way }) {
  const { t } = useWords();
  const asks = type === 'addParticipant';
  if (dialledBy(row) !== null) {
    return (
      <span className="flex items-center gap-1.5 text-live">
        {row.kind === 'typed' ? null : (
          <>
            <Icon of={asks ? iconsOfWays[way] : Phone} size={14} />
            <span className="font-med">{t(($) => (asks ? $.omnibar.ways[way] : $.omnibar.call))}</span>
          </>
        )}
        <Kbd>↵</Kbd>
      </span>
    );
  }
  const word = row.kind === 'email' ? 'mail' : row.kind === 'target' ? 'add' : 'open';
  return (
    <span className="flex items-center gap-1.5">
      {row.kind === 'email' ? <Icon of={Mail} size={14} /> : null}
      {row.kind === 'target' ? <NumbersOfMost of={row.contact} /> : null}
      <span className="sr-only">{t(($) => $.omnibar.hint[word])}</span>
      <Kbd>↵</Kbd>
    </span>
  );
}

function Quiet({ row }: { row: ResultRow }): ReactNode {
  const { t } = useWords();
  switch (row.kind) {
    case 'create':
      return row.obstacle === null ? <Keys hotkey={newContactHotkey} joined /> : null;
    case 'addNumber':
      return row.obstacle === null ? <Keys hotkey={addNumberHotkey} joined /> : null;
    case 'colleague':
      if (row.number === null) return null;
      return row.person.extension === null
        ? formatNumber(row.number)
        : t(($) => $.people.extensionShort, { number: row.number });
    case 'channel':
      if (row.number === null) return null;
      return row.number === row.channel.extension
        ? t(($) => $.people.extensionShort, { number: row.number })
        : formatNumber(row.number);
    case 'contact': {
      const [only, second] = row.contact.phoneNumbers;
      if (row.open || !only) return null;
      return second
        ? t(($) => $.people.numbers, { count: row.contact.phoneNumbers.length })
        : only.e164 === null
          ? only.localized
          : formatNumber(only.e164);
    }
    case 'target':
      if (row.obstacle === 'readonly' || row.obstacle === 'teamReadonly') return <Icon of={Lock} size={14} />;
      return row.obstacle === null ? <NumbersOfMost of={row.contact} /> : null;
    default:
      return null;
  }
}

/** How many numbers a contact has, and how many it can have where the address book sets a limit. */
function NumbersOfMost({ of }: { of: Contact }) {
  const { t } = useWords();
  const book = useBook(of);
  const most = book?.limitations.maxNumbersPerContact;
  const count = of.phoneNumbers.length;
  return (
    <span>{most == null ? t(($) => $.people.numbers, { count }) : t(($) => $.omnibar.numbersOf, { count, most })}</span>
  );
}

/** For the pointer: opens the lines below; keys have the arrows to the sides. */
function Opener({ row, onToggle }: { row: ResultRow & { open: boolean }; onToggle: () => void }) {
  const { t } = useWords();
  if (ownerOf(row) === null || (row.kind === 'contact' && linesBelow(row.contact) === 0)) return null;
  return (
    <span
      aria-hidden
      title={t(($) => (row.open ? $.omnibar.fold : $.omnibar.unfold))}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
      className="grid size-6 place-items-center rounded-xs hover:bg-hover"
    >
      <Icon of={row.open ? ChevronUp : ChevronDown} size={14} />
    </span>
  );
}

function Source({ of }: { of: Contact }) {
  const { t } = useWords();
  const book = useBook(of);
  const name = of.isTeam ? t(($) => $.omnibar.colleagues) : (book?.displayName ?? of.source);
  return (
    <Chip line>
      <span className="max-w-28 truncate" title={name}>
        {name}
      </span>
    </Chip>
  );
}

function useBook({ integrationId }: Contact) {
  return useLive(phoneQueries.integrations, {}).rows.find(({ id }) => id === integrationId);
}
