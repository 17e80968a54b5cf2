import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { Copy, Phone, StarOff, UserRound } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import type { CallTarget } from '../call-target.ts';
import { contactAsRemote, dialledFor } from '../contact-as-remote.ts';
import { canBeDialled } from '../contact-numbers.ts';
import type { ShownFavorite } from './favorite-list.ts';
import { useFavoriteActions } from './use-favorite-actions.ts';

export interface FavoriteHandlers {
  onCall: (target: CallTarget) => void;
  /** Opens the page of a contact. */
  onOpen: (contact: Contact) => void;
}

interface FavoriteMenuProps extends FavoriteHandlers {
  favorite: ShownFavorite;
  usable: boolean;
}

/** Every action for the favorite under the pointer. */
export function FavoriteMenu({ favorite, usable, onCall, onOpen }: FavoriteMenuProps) {
  const { t } = useWords();
  const { remove } = useFavoriteActions();
  const { contact, displayName: name } = favorite;
  const copy = async (number: string) => {
    try {
      await copyToClipboard(number);
      toast({ tone: 'ok', title: t(($) => $.favorites.copied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.favorites.notCopied) });
    }
  };
  return (
    <>
      {contact?.phoneNumbers.map((number) => (
        <MenuItem
          key={`call ${number.id}`}
          icon={Phone}
          disabled={!usable || !canBeDialled(number, contact.isTeam)}
          onSelect={() => onCall({ number: dialledFor(number), remote: contactAsRemote(contact) })}
        >
          {t(($) => $.favorites.callNumber, { number: number.localized })}
        </MenuItem>
      ))}
      {contact?.phoneNumbers.map((number) => (
        <MenuItem key={`copy ${number.id}`} icon={Copy} onSelect={() => void copy(dialledFor(number))}>
          {t(($) => $.favorites.copyNumber, { number: number.localized })}
        </MenuItem>
      ))}
      {contact ? (
        <>
          <MenuItem icon={UserRound} onSelect={() => onOpen(contact)}>
            {t(($) => $.favorites.open, { name })}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={StarOff} onSelect={() => void remove(favorite)}>
        {t(($) => $.favorites.remove)}
      </MenuItem>
    </>
  );
}
