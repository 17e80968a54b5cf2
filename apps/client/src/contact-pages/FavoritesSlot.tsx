import { useRouter } from '@tanstack/react-router';
import type { CallTarget } from '#contacts/call-target.ts';
import { Favorites } from '#contacts/Favorites.tsx';
import { openContact } from '#pages/open-contact.ts';

/** The favorites of the private channel. New ones are chosen among the contacts, which lead back here. */
export function FavoritesSlot({ onCall }: { onCall: (target: CallTarget) => void }) {
  const router = useRouter();
  return (
    <Favorites
      onCall={onCall}
      onAdd={() => {
        const parameters = new URLSearchParams({ origin: router.state.location.pathname, onboarding: 'favorites' });
        router.history.push(`/main/contacts?${parameters}`);
      }}
      onOpen={({ id }) => openContact(router, id)}
    />
  );
}
