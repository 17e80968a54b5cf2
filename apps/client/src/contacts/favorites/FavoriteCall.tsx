import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ComponentProps } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import type { CallTarget } from '../call-target.ts';
import { contactAsRemote, dialledFor } from '../contact-as-remote.ts';
import type { ShownFavorite } from './favorite-list.ts';
import { numberWord } from './number-word.ts';

interface FavoriteCallProps extends Omit<ComponentProps<'button'>, 'onClick' | 'aria-label' | 'aria-disabled'> {
  favorite: ShownFavorite;
  /** Calls can be started now. */
  usable: boolean;
  onCall: (target: CallTarget) => void;
}

/** A press calls; of several numbers one is chosen first. Without a connection it stays where it is and does nothing. */
export function FavoriteCall({ favorite, usable, onCall, ...rest }: FavoriteCallProps) {
  const { t } = useWords();
  const { contact, displayName: name } = favorite;
  const numbers = contact?.phoneNumbers ?? [];
  const why = contact === null || numbers.length === 0 ? t(($) => $.favorites.gone) : t(($) => $.favorites.offline);
  const [only] = numbers;
  if (!usable || contact === null || only === undefined) {
    return (
      <button
        type="button"
        {...rest}
        aria-label={`${t(($) => $.favorites.call, { name })}. ${why}`}
        aria-disabled
        title={why}
      />
    );
  }
  const callNumber = (number: ContactNumber) =>
    onCall({ number: dialledFor(number), remote: contactAsRemote(contact) });
  if (numbers.length === 1) {
    return (
      <button
        type="button"
        {...rest}
        aria-label={t(($) => $.favorites.call, { name })}
        onClick={() => callNumber(only)}
      />
    );
  }
  return (
    <Menu trigger={<button type="button" {...rest} aria-label={t(($) => $.favorites.callChoose, { name })} />}>
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
