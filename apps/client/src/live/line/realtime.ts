import { deviceRoutes } from '@sidetone/contract/http/device-routes.ts';
import { type RealtimeEventName, type RealtimePayload, readRealtimeEvent } from '@sidetone/contract/realtime/events.ts';
import { createStore } from 'zustand/vanilla';
import { call } from './http.ts';
import { type NetworkStatus, openRealtimeLine, type RealtimeLine } from './realtime-line.ts';
import { renewToken } from './session.ts';

/** An event of the channel, by its name. */
export type RealtimeEvent = {
  [N in RealtimeEventName]: { readonly name: N; readonly payload: RealtimePayload<N> };
}[RealtimeEventName];

const listeners = new Set<(event: RealtimeEvent) => void>();
let line: RealtimeLine | null = null;

/** Whether events arrive now, and the state of the channel. */
export const realtime = createStore<{ joined: boolean; status: NetworkStatus }>(() => ({
  joined: false,
  status: 'INITIAL',
}));

/** Joins the user's own encrypted channel for as long as they are signed in here. Returns the way to leave. */
export function joinRealtime(webUserId: string): () => void {
  const mine = openRealtimeLine(
    {
      library: async () => (await import('pusher-js/with-encryption')).default,
      server: () => call(deviceRoutes.realtimeServer, {}),
      authorize: (socket_id, channel_name) => call(deviceRoutes.websocketAuth, { body: { socket_id, channel_name } }),
      renewToken,
      page: location,
    },
    webUserId,
    // Everything that is told there can also be read as live data, so users need not be told.
    (cause) => console.warn('[live] joining the realtime channel failed', cause),
    {
      event: pass,
      joined: (joined) => realtime.setState({ joined }),
      status: (status) => realtime.setState({ status }),
    },
  );
  line = mine;
  return () => {
    mine.leave();
    if (line === mine) line = null;
  };
}

/** Hears what happens on the user's channel. An event may be missed, or come twice. Returns the way to stop. */
export function hearRealtime(listener: (event: RealtimeEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Joins immediately instead of waiting for the next attempt. */
export function hurryRealtime(): void {
  if (!realtime.getState().joined) line?.hurry();
}

function pass(name: string, payload: unknown): void {
  try {
    const event = readRealtimeEvent(name, payload);
    if (event !== null) for (const listener of listeners) listener(event);
  } catch (cause) {
    console.warn(`[live] event ${name} does not match its schema`, cause);
  }
}
