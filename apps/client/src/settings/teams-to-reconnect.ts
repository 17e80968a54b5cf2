import { presenceConnectorQueries } from '@sidetone/contract/documents/presence-connector-query.ts';
import type { PresenceConnector } from '@sidetone/contract/entities/presence-connector.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { readLive, watchLive } from '#live/queries/live.ts';

type Problem = Extract<PresenceConnector, { state: 'reconnect' }>['problem'];

/** Why the user has to sign in at Microsoft again so that Teams shows their calls; null where they do not have to. */
export function useTeamsProblem(): Problem | null {
  // Others cannot connect it.
  const isPossible = useHasNeoPbx() === true;
  const watch = useCallback(
    (onChange: () => void) =>
      isPossible ? watchLive(presenceConnectorQueries.presenceConnector, {}, onChange) : () => {},
    [isPossible],
  );
  const read = () =>
    isPossible ? readLive(presenceConnectorQueries.presenceConnector, {}).rows[0]?.connector : undefined;
  const connector = useSyncExternalStore(watch, read, read);
  return connector?.state === 'reconnect' ? connector.problem : null;
}
