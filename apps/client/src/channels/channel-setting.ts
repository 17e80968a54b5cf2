import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { channelRoutes } from '@sidetone/contract/http/channel-routes.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, useLive } from '#live/queries/live.ts';

/** The signed-in user's settings for a channel; null until they are there. */
export function useChannelSetting(channelId: string): ChannelSetting | null {
  return useLive(phoneQueries.channelSettings, {}).rows.find(({ id }) => id === channelId) ?? null;
}

/** Whether the account has the newer generation; null until that is known. */
export function useHasNeoPbx(): boolean | null {
  return useLive(phoneQueries.account, {}).rows[0]?.flags.hasNeoPbx ?? null;
}

/**
 * Logs in to a queue or out of it, shown immediately. Rejects with ApiError when the server refuses, and takes it back.
 */
export async function setDialedIn(channel: ChannelRow, userId: string, dialedIn: boolean): Promise<void> {
  const shown = [
    patchLive(phoneQueries.channelSettings, channel.id, { dialedIn }),
    // The server ends do-not-disturb before it logs somebody in.
    ...(dialedIn ? [patchLive(phoneQueries.me, userId, { isDnd: false })] : []),
  ];
  await confirmed(shown, () =>
    call(channelRoutes.setDialedIn, { params: { channelId: channel.id, webUserId: userId }, body: { dialedIn } }),
  );
}

/** Chooses the caller ID of a channel's calls; like `setDialedIn`. */
export async function chooseSender(channelId: string, selectedPhoneNumber: Sender): Promise<void> {
  const shown = [patchLive(phoneQueries.channelSettings, channelId, { selectedPhoneNumber })];
  await confirmed(shown, () =>
    call(channelRoutes.updateChannelSettings, { params: { channelId }, body: { selectedPhoneNumber } }),
  );
}

/** A number in E.164, `anonymous`, `suppressed`, or null for the channel's own. */
export type Sender = string | null;

/** Chooses whether a channel rings a device besides those that it rings already; like `setDialedIn`. */
export async function setRings(setting: ChannelSetting, userId: string, deviceId: string, rings: boolean) {
  const devices = setting.devices.map((device) => (device.id === deviceId ? { ...device, rings } : device));
  const isAppExtensionActive = devices.some((device) => device.kind === 'app' && device.rings);
  const shown = [patchLive(phoneQueries.channelSettings, setting.id, { devices, isAppExtensionActive })];
  await confirmed(shown, () =>
    call(channelRoutes.setAgentDevices, {
      params: { channelId: setting.id, webUserId: userId },
      body: { deviceIds: devices.filter((device) => device.rings).map(({ id }) => id) },
    }),
  );
}
