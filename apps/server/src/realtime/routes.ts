import { routes } from '@sidetone/contract/http/routes.ts';
import { userOfChannel } from '@sidetone/contract/realtime/events.ts';
import type { RealtimeServer } from '@sidetone/contract/realtime/server.ts';
import type { LiveHub } from '../documents/live-hub.ts';
import { topic } from '../documents/live-source.ts';
import { type Answer, answer } from '../requests/answer.ts';
import type { Caller } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Audience } from './audience.ts';
import type { Gateway } from './gateway.ts';
import type { Publisher } from './publisher.ts';

/** Tells where the channels are, and lets a person subscribe to their own for as long as their sign-in lasts. */
export const realtimeRoutes = (deps: {
  server: RealtimeServer;
  publisher: () => Publisher;
  gateway: Gateway;
  audience: Audience;
  hub: LiveHub;
  callerStands(caller: Caller): Promise<boolean>;
  onTrouble(error: unknown): void;
}): Answer[] => {
  const { gateway, hub } = deps;

  /** Closes the socket with 4009 once this sign-in has ended, or the user was deactivated. */
  const endWith = (caller: Caller, socketId: string) => {
    const topics = [topic('oidc_documents', 'grant_id', caller.grantId), topic('users', 'id', caller.userId)];
    const unfollow = hub.onTopics(topics, () => {
      deps.callerStands(caller).then((stands) => stands || followed.close(), deps.onTrouble);
    });
    const followed = gateway.follow(socketId, unfollow, caller.accountId);
  };

  return [
    answer(routes.realtimeServer, () => deps.server),
    answer(routes.websocketAuth, ({ caller, body }) => {
      if (userOfChannel(body.channel_name) !== caller.userId) {
        throw new Refusal('FORBIDDEN', 'This channel is not yours.');
      }
      endWith(caller, body.socket_id);
      deps.audience.note(body.socket_id, caller.grantId);
      return deps.publisher().admit(body.socket_id, body.channel_name);
    }),
  ];
};
