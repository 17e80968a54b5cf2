import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';

type Device = ChannelSetting['devices'][number];

/** A device of the user, and the channels that ring it: all of them, or those with these ids. */
export interface RingingDevice extends Pick<Device, 'id' | 'kind' | 'name' | 'online'> {
  readonly channels: 'all' | readonly string[];
}

/** The user's devices in the order in which they were added; every channel knows all of them. */
export function ringingDevices(settings: readonly ChannelSetting[]): RingingDevice[] {
  return (settings[0]?.devices ?? []).map(({ id, kind, name, online }) => {
    const ringing = settings.filter(({ devices }) => devices.some((device) => device.id === id && device.rings));
    const isAll = ringing.length === settings.length;
    return { id, kind, name, online, channels: isAll ? 'all' : ringing.map((setting) => setting.id) };
  });
}
