import { deviceRoutes } from '@sidetone/contract/http/device-routes.ts';
import { readRealtimeEvent } from '@sidetone/contract/realtime/events.ts';
import type { Call } from '#live/line/call.ts';
import type { RealtimeEvent } from '#live/line/realtime.ts';
import { openRealtimeLine, type RealtimeLine } from '#live/line/realtime-line.ts';
import type { ClassicFeed } from '../classic/classic-server.ts';

/** The channel of a user who is not the one of the page's own session. */
export function openFeed(call: Call, webUserId: string): ClassicFeed & { leave(): void } {
  const listeners = new Set<(event: RealtimeEvent) => void>();
  const watchers = new Set<() => void>();
  let joined = false;
  const line: RealtimeLine = openRealtimeLine(
    {
      library: async () => (await import('pusher-js/with-encryption')).default,
      server: () => call(deviceRoutes.realtimeServer, {}),
      authorize: (socket_id, channel_name) => call(deviceRoutes.websocketAuth, { body: { socket_id, channel_name } }),
      renewToken: () => Promise.reject(new Error('a test does not renew')),
      page: location,
    },
    webUserId,
    (cause) => console.error('channel not joined', String(cause)),
    {
      event(name, payload) {
        const event = readRealtimeEvent(name, payload);
        if (event !== null) for (const listener of listeners) listener(event);
      },
      joined(isJoined) {
        joined = isJoined;
        for (const watcher of watchers) watcher();
      },
    },
  );
  return {
    isOnline: () => joined,
    isSlow: () => false,
    watchOnline(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hurry: () => line.hurry(),
    leave: () => line.leave(),
  };
}
