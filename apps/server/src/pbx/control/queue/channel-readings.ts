import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { DirectoryChannel } from '../../ports.ts';

/** Callers who wait look every two seconds: one reading of their channel is for all who look within this time. */
const sharedMs = 1000;

interface Reading {
  readonly at: number;
  readonly channel: Promise<DirectoryChannel | null>;
}

/** Reads a channel for callers who wait in its queue; what they find may be a moment old. */
export function channelReadings({ directory, now }: Pick<InviteDesk, 'directory' | 'now'>) {
  const readings = new Map<string, Reading>();

  return async (channelId: string): Promise<DirectoryChannel | null> => {
    const at = now?.().getTime();
    if (at === undefined) return await directory.channelById(channelId);
    for (const [id, reading] of readings) if (Math.abs(at - reading.at) >= sharedMs) readings.delete(id);
    const before = readings.get(channelId);
    if (before) return await before.channel;
    const channel = directory.channelById(channelId);
    readings.set(channelId, { at, channel });
    try {
      return await channel;
    } catch (error) {
      readings.delete(channelId);
      throw error;
    }
  };
}
