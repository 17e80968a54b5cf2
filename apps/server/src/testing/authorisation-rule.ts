import type { Things } from './authorisation-world.ts';

/**
 * Whom a route or live query answers, besides what its audience says of those who are not signed in:
 *
 * - `everybody`: every signed-in user, about themselves or their own account (of an admin route: every administrator).
 * - `members`: members of the channel it names; for others there is no such channel.
 * - `channelAdmins`: administrators, of a shared channel; its members are told FORBIDDEN, others that there is none.
 * - `owner`: the user it names, or whose the named thing is; for others there is no such user or thing.
 * - `ownerOrAdmin`: the same, and the administrators of their account.
 * - `account`: of an admin route administrators, else everyone, of the account that the named thing belongs to; for those
 *   of others there is no such thing.
 * - `server`: administrators of the account that runs the server; others are told FORBIDDEN.
 * - `liveCall`: the user in the named call. Nobody has one here, so it is nobody's; call control has tests of its own.
 * - `public`: everyone, a token or none.
 */
export type Rule =
  | 'public'
  | 'everybody'
  | 'members'
  | 'channelAdmins'
  | 'owner'
  | 'ownerOrAdmin'
  | 'account'
  | 'server'
  | 'liveCall';

export interface RuleOfRoute {
  readonly rule: Rule;
  /** Where the smallest body that the schema takes names the wrong thing or none. */
  readonly body?: (things: Things, askerId: string) => unknown;
  readonly query?: (things: Things) => Readonly<Record<string, string>>;
  /** Parameters of the path that are not called what they are. */
  readonly params?: (things: Things) => Readonly<Record<string, string>>;
  /** What others than the owner are told, where it is not that there is no such thing. */
  readonly foreign?: 'FORBIDDEN';
  /** Statuses besides success that an allowed request ends with here, since the world has no phone, mail or file. */
  readonly alsoFine?: readonly number[];
}
