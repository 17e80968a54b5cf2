import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { UsedAiService } from '@sidetone/contract/entities/ai-settings.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { readLive, watchLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';

/** AI services in use that did not work when they were asked last; none for those who cannot mend them. */
export function useFailingAiServices(): readonly UsedAiService[] {
  const isAdmin = useMe()?.admin === true;
  const watch = useCallback(
    (onChange: () => void) => (isAdmin ? watchLive(phoneQueries.aiOverview, {}, onChange) : () => {}),
    [isAdmin],
  );
  const overview = useSyncExternalStore(watch, () =>
    isAdmin ? readLive(phoneQueries.aiOverview, {}).rows[0] : undefined,
  );
  return useMemo(
    () => [overview?.speech, overview?.language].filter((one) => one?.isFailing) as UsedAiService[],
    [overview],
  );
}
