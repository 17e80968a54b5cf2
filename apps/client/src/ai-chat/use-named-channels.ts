import { useMemo } from 'react';
import { addressOf, useChannels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';

export interface NamedChannel {
  readonly id: string;
  readonly name: string;
  /** As addresses name it. */
  readonly address: string;
}

/** The channels of the user by name, their own first. */
export function useNamedChannels(): readonly NamedChannel[] {
  const { t } = useWords();
  const { own, shared } = useChannels();
  const ownName = t(($) => $.app.private);
  return useMemo(
    () => [
      ...(own ? [{ id: own.id, name: ownName, address: addressOf(own) }] : []),
      ...shared.map((each) => ({ id: each.id, name: each.name ?? each.id, address: addressOf(each) })),
    ],
    [own, shared, ownName],
  );
}
