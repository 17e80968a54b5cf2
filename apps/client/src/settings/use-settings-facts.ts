import { useMemo } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { useLiveRooms } from '#conference-rooms/live-rooms.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useMe } from '#live/queries/me.ts';
import type { SettingsFacts } from './settings-place.ts';

/** The facts that decide which sections of the settings are shown; null until they are known. */
export function useSettingsFacts(): SettingsFacts | null {
  const hasNeoPbx = useHasNeoPbx();
  const { hasAiDisabled } = useFlags();
  const grants = useMe()?.grants;
  const rooms = useLiveRooms();
  const hasRooms = rooms.status === 'ready' ? rooms.rows.length > 0 : null;
  return useMemo(
    () => (hasNeoPbx === null || grants === undefined ? null : { hasNeoPbx, hasAiDisabled, grants, hasRooms }),
    [hasNeoPbx, hasAiDisabled, grants, hasRooms],
  );
}
