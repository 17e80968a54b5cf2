import { userChannelName, userOfChannel } from '@sidetone/contract/realtime/events.ts';
import type { Gateway } from './gateway.ts';

/** Who hears events now. */
export interface Audience {
  /** This socket belongs to a sign-in from now on. */
  note(socketId: string, signIn: string): void;
  /** Calls back with each user whose client hears events from now on. */
  onJoin(listener: (userId: string) => void): void;
  /** Calls back with each user whose last client that heard events is gone. */
  onGone(listener: (userId: string) => void): void;
  /** Sign-ins of a user whose sockets are subscribed to the user's channel; null where another gateway has them. */
  signInsOf(userId: string): ReadonlySet<string> | null;
}

/** Knows who is connected to our own gateway, which must be the one that clients use. */
export function audience(
  gateway: Pick<Gateway, 'follow' | 'socketsOn' | 'onJoin' | 'onEmpty'>,
  isOurs: boolean,
): Audience {
  const signIns = new Map<string, string>();
  return {
    note(socketId, signIn) {
      if (!isOurs) return;
      signIns.set(socketId, signIn);
      gateway.follow(socketId, () => signIns.delete(socketId));
    },
    onJoin(listener) {
      gateway.onJoin((channel) => {
        const userId = userOfChannel(channel);
        if (userId !== null) listener(userId);
      });
    },
    onGone(listener) {
      gateway.onEmpty((channel) => {
        const userId = userOfChannel(channel);
        if (userId !== null) listener(userId);
      });
    },
    signInsOf: (userId) =>
      isOurs
        ? new Set(gateway.socketsOn(userChannelName(userId)).flatMap((socketId) => signIns.get(socketId) ?? []))
        : null,
  };
}
