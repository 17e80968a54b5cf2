import { routes } from '@sidetone/contract/http/routes.ts';
import { call } from './http.ts';
import { openRealtimeLine } from './realtime-line.ts';
import { renewToken } from './session.ts';

/** Joins the user's own encrypted channel for as long as they are signed in here. Returns the way to leave. */
export function joinRealtime(webUserId: string): () => void {
  return openRealtimeLine(
    {
      library: async () => (await import('pusher-js/with-encryption')).default,
      server: () => call(routes.realtimeServer, {}),
      authorize: (socket_id, channel_name) =>
        call(routes.websocketAuth, { body: { socket_id, channel_name } }, { form: true }),
      renewToken,
      page: location,
    },
    webUserId,
    // Whatever is told there can also be read as live data, so nobody has to be bothered.
    (cause) => console.warn('[live] realtime channel not joined', cause),
  );
}
