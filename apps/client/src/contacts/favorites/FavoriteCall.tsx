import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import type { CallTarget } from '../call-target.ts';
import { contactAsRemote, dialledFor } from '../contact-as-remote.ts';
import { canBeDialled } from '../contact-numbers.ts';
import { numberWord } from '../number-word.ts';
import type { ShownFavorite } from './favorite-list.ts';

interface FavoriteCallProps extends Omit<ComponentProps<'button'>, 'onClick' | 'aria-label' | 'aria-disabled'> {
  favorite: ShownFavorite;
  /** Calls can be started now. */
  usable: boolean;
  onCall: (target: CallTarget) => void;
  /** The visible content; screen readers hear what a press does. */
  children: ReactNode;
}

/**
 * A press calls: a colleague by their extension, others by their number; of several numbers one is chosen first.
 * Without a connection it stays visible and does nothing.
 */
export function FavoriteCall({ favorite, usable, onCall, children, ...rest }: FavoriteCallProps) {
  const { t } = useWords();
  const { contact, displayName: name } = favorite;
  const numbers = contact?.phoneNumbers.filter((number) => canBeDialled(number, contact.isTeam)) ?? [];
  const [only, ...others] = contact?.isTeam ? numbers.slice(0, 1) : numbers;
  const seen = (read: string) => (
    <>
      <span className="sr-only">{read}</span>
      <span aria-hidden className="contents">
        {children}
      </span>
    </>
  );
  if (!usable || contact === null || only === undefined) {
    const why = t(($) => (contact === null || only === undefined ? $.favorites.gone : $.favorites.offline));
    return (
      <button type="button" {...rest} aria-disabled title={why}>
        {seen(`${t(($) => $.favorites.call, { name })}. ${why}`)}
      </button>
    );
  }
  const callNumber = (number: ContactNumber) =>
    onCall({ number: dialledFor(number), remote: contactAsRemote(contact) });
  if (others.length === 0) {
    return (
      <button type="button" {...rest} onClick={() => callNumber(only)}>
        {seen(t(($) => $.favorites.call, { name }))}
      </button>
    );
  }
  return (
    <Menu
      trigger={
        <button type="button" {...rest}>
          {seen(t(($) => $.favorites.callChoose, { name }))}
        </button>
      }
    >
      {numbers.map((number) => (
        <MenuItem key={number.id} onSelect={() => callNumber(number)}>
          <NumberWords number={number} />
        </MenuItem>
      ))}
    </Menu>
  );
}

function NumberWords({ number }: { number: ContactNumber }) {
  const { t } = useWords();
  const word = numberWord(number);
  return (
    <span className="flex items-baseline gap-3">
      <span className="flex-1 font-med">{number.localized}</span>
      <span className="text-12 text-ink-3">{word ? t(($) => $.people.numberTypes[word]) : number.label}</span>
    </span>
  );
}
