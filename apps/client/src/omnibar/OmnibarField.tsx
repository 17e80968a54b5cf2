import type { ContactScope } from '@sidetone/contract/entities/contact.ts';
import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { BookUser, Grip, type LucideIcon, Phone, Search, UserPlus } from 'lucide-react';
import type { RefObject } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { lineId, listId } from './ids.ts';
import type { OmnibarSearch } from './use-omnibar.ts';

interface OmnibarFieldProps {
  type: SearchType;
  /** For `addPhoneNumber`: the number that the contact gets. */
  number: string;
  omnibar: OmnibarSearch;
  field: RefObject<HTMLInputElement | null>;
  /** The keypad for mouse and finger. */
  padOpen: boolean;
  onPad: () => void;
}

const scopes: readonly ContactScope[] = ['all', 'contacts', 'team'];

/** The field, which keeps the focus while the user goes through its lines, and its scope. */
export function OmnibarField({ type, number, omnibar, field, padOpen, onPad }: OmnibarFieldProps) {
  const { t } = useWords();
  const { text, scope, rows, active, write, onKeyDown, look } = omnibar;
  return (
    <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1 pr-3 pl-[18px]">
      <Icon of={iconOf(type, rows[0]?.kind === 'typed')} size={18} className="text-ink-3" />
      <input
        ref={field}
        role="combobox"
        aria-label={t(($) => $.omnibar.titles[type])}
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : lineId(active)}
        autoComplete="off"
        spellCheck={false}
        placeholder={t(($) => $.omnibar.placeholders[type])}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-11 min-w-40 flex-1 bg-transparent font-[480] text-[17px] leading-6 caret-accent outline-none placeholder:font-reg placeholder:text-ink-3"
      />
      {type === 'addPhoneNumber' ? null : (
        <IconButton
          icon={Grip}
          label={t(($) => $.omnibar.pad.open)}
          aria-pressed={padOpen}
          tone={padOpen ? 'on' : 'default'}
          onClick={onPad}
        />
      )}
      {type === 'addPhoneNumber' && number !== '' ? (
        <span className="max-w-44 flex-none truncate rounded-xs bg-accent-tint px-2 py-0.5 font-med text-12 text-accent">
          {formatNumber(number)}
        </span>
      ) : null}
      <Segmented<ContactScope>
        label={t(($) => $.omnibar.scope)}
        value={scope}
        options={scopes.map((value) => ({ value, label: t(($) => $.omnibar.scopes[value]) }))}
        onChange={look}
      />
    </div>
  );
}

function iconOf(type: SearchType, isNumber: boolean): LucideIcon {
  if (type === 'addParticipant') return UserPlus;
  if (type === 'addPhoneNumber') return BookUser;
  return isNumber ? Phone : Search;
}
