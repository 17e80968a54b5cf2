import { useMemo } from 'react';
import { useChannels } from '#channels/channels.ts';
import type { ContactChannel } from '#contacts/contact-channel.ts';
import { useWords } from '#i18n/use-words.ts';

/** The channels of the signed-in user, their own one first, with names for pages about contacts. */
export function useContactChannels(): readonly ContactChannel[] {
  const { t } = useWords();
  const { own, shared } = useChannels();
  return useMemo(
    () =>
      [...(own ? [own] : []), ...shared].map(({ id, channelType, name }) => {
        const isPersonal = channelType === 'personal';
        return { id, isPersonal, name: isPersonal ? t(($) => $.app.private) : (name ?? '') };
      }),
    [own, shared, t],
  );
}
