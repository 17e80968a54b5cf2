import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { favoriteContactId } from '@sidetone/contract/entities/favorite.ts';
import { Star } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { nameOf } from '../contact-as-remote.ts';
import { starOf } from './favorite-list.ts';
import { useFavorites } from './favorites-store.ts';
import { useFavoriteActions } from './use-favorite-actions.ts';

interface FavoriteButtonProps {
  contact: Contact;
  size?: 28 | 32;
}

/** The star of a contact: filled for a favorite. One that cannot be added looks disabled, and says why when pressed. */
export function FavoriteButton({ contact, size = 32 }: FavoriteButtonProps) {
  const { t } = useWords();
  const { shown, status } = useFavorites();
  const actions = useFavoriteActions();
  const star = starOf(contact, shown);
  const isFavorite = star === 'remove';
  const looksDisabled = status !== 'ready' || star === 'needsNumber' || star === 'full';
  const press = () => {
    const name = nameOf(contact);
    if (status !== 'ready') return;
    if (star === 'needsNumber') return actions.sayNeedsNumber(name);
    if (star === 'full') return actions.sayFull(name);
    if (star === 'add') return void actions.add(contact);
    void actions.remove({ contactId: favoriteContactId(contact), displayName: name, contact });
  };
  return (
    <IconButton
      icon={Star}
      size={size}
      tone={isFavorite ? 'on' : 'default'}
      label={t(($) => (isFavorite ? $.favorites.star.remove : $.favorites.star.add))}
      aria-busy={status === 'loading' || undefined}
      aria-disabled={looksDisabled || undefined}
      onClick={press}
      className={cn(isFavorite && '[&_svg]:fill-current', looksDisabled && 'opacity-45')}
    />
  );
}
