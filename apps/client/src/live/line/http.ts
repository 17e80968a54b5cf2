import { type Call, callOver } from './call.ts';
import { accessToken, renewToken } from './session.ts';

/** Calls a route of the contract on this page's server, signed in where the route wants it. */
export const call: Call = callOver({
  fetch: (...request) => fetch(...request),
  origin: '',
  accessToken,
  renewToken,
});
