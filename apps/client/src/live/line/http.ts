import { type Call, callOver } from './call.ts';
import { accessToken, renewToken } from './session.ts';

let whenShowable: (reply: unknown) => Promise<void> | null = () => null;

/** Calls a route of the contract on this page's server, signed in where the route wants it. */
export const call: Call = callOver({
  fetch: (...request) => fetch(...request),
  origin: '',
  accessToken,
  renewToken,
  whenShowable: (reply) => whenShowable(reply),
});

/** Replies wait for what this gives for them. Before the sign-in none does. */
export function holdReplies(until: (reply: unknown) => Promise<void> | null): void {
  whenShowable = until;
}
