import { UserRoundX } from 'lucide-react';
import { Avatar } from '#ui/Avatar.tsx';
import { useColleagues } from '../colleagues.ts';
import { isOrganization } from '../contact-as-remote.ts';
import { presenceLook } from '../presence.ts';
import type { ShownFavorite } from './favorite-list.ts';

/** The picture of a favorite; for a colleague with their presence. */
export function FavoriteFace({ favorite: { contact, displayName } }: { favorite: ShownFavorite }) {
  const colleague = useColleagues().get(contact?.isTeam ? contact.id : '');
  return (
    <Avatar
      size="xs"
      name={displayName}
      imageUrl={contact?.avatarUrl ?? null}
      square={contact !== null && isOrganization(contact)}
      presence={colleague ? presenceLook(colleague.neoPbxStatus).mark : null}
      {...(contact === null ? { icon: UserRoundX } : {})}
    />
  );
}

/** The presence of a colleague in words; null for everyone else. */
export function useStatusWord({ contact }: ShownFavorite) {
  const colleague = useColleagues().get(contact?.isTeam ? contact.id : '');
  return colleague ? presenceLook(colleague.neoPbxStatus).word : null;
}
