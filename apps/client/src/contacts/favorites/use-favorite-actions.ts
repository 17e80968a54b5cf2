import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { maxFavorites } from '@sidetone/contract/rules/limits.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';
import { nameOf } from '../contact-as-remote.ts';
import { addFavorite, removeFavorite } from './favorites-store.ts';

export interface FavoriteActions {
  add(contact: Contact): Promise<void>;
  /** Says that it was removed, and offers to undo that while there is still a contact. */
  remove(favorite: {
    readonly contactId: string;
    readonly displayName: string;
    readonly contact: Contact | null;
  }): Promise<void>;
  sayNeedsNumber(name: string): void;
  sayFull(name: string): void;
}

/** Adding and removing favorites, and the toasts about it. */
export function useFavoriteActions(): FavoriteActions {
  const { t } = useWords();
  const sayNeedsNumber = (name: string) =>
    void toast({
      id: 'favorite-needs-number',
      tone: 'warn',
      title: t(($) => $.favorites.errorFavoriteNeedsNumber.title),
      text: t(($) => $.favorites.errorFavoriteNeedsNumber.text, { name }),
    });
  const sayFull = (name: string) =>
    void toast({
      id: 'favorites-full',
      tone: 'error',
      title: t(($) => $.favorites.errorMaximumNumberOfFavoritesAdded.title),
      text: t(($) => $.favorites.errorMaximumNumberOfFavoritesAdded.text, { name, max: maxFavorites }),
    });
  const sayFailed = (error: unknown, name: string) => {
    const code = codeOf(error);
    if (code === 'FAVORITES_FULL') return sayFull(name);
    if (code === 'FAVORITE_NEEDS_NUMBER') return sayNeedsNumber(name);
    toast({ tone: 'error', title: t(($) => $.favorites.notSaved), text: t(($) => $.errors[code]) });
  };
  const add = async (contact: Contact) => {
    try {
      await addFavorite(contact);
    } catch (error) {
      sayFailed(error, nameOf(contact));
    }
  };
  return {
    add,
    async remove({ contactId, displayName, contact }) {
      try {
        await removeFavorite(contactId);
      } catch (error) {
        return sayFailed(error, displayName);
      }
      toast({
        id: `favorite-removed ${contactId}`,
        tone: 'ok',
        title: t(($) => $.favorites.removed, { name: displayName }),
        ...(contact ? { action: { label: t(($) => $.favorites.undo), run: () => void add(contact) } } : {}),
      });
    },
    sayNeedsNumber,
    sayFull,
  };
}
