import {
  type RealtimeEventName,
  type RealtimePayload,
  realtimeEvents,
  userChannelName,
} from '@sidetone/contract/realtime/events.ts';
import Pusher from 'pusher';
import type { RealtimeKeys } from './keys.ts';

export interface Publisher {
  /** Tells a user's clients what happened to a call; encrypted. Rejects when the gateway does not take it. */
  tellUser<N extends RealtimeEventName>(webUserId: string, name: N, payload: RealtimePayload<N>): Promise<void>;
  /** What a client needs to subscribe to a channel, for a socket of its own. */
  admit(socketId: string, channel: string): { auth: string; shared_secret?: string };
}

/** Publishes through the official library, whether the gateway is ours or a service. */
export function publisher(keys: RealtimeKeys, at: { host: string; port: number; tls: boolean }): Publisher {
  const pusher = new Pusher({
    appId: keys.appId,
    key: keys.key,
    secret: keys.secret,
    encryptionMasterKeyBase64: keys.masterKey,
    host: at.host,
    port: String(at.port),
    useTLS: at.tls,
    timeout: 5000,
  });
  return {
    async tellUser(webUserId, name, payload) {
      const event = realtimeEvents[name].parse(payload);
      await pusher.trigger(userChannelName(webUserId), name, event);
    },
    admit: (socketId, channel) => pusher.authorizeChannel(socketId, channel),
  };
}
