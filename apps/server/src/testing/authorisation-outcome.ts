import type { Route } from '@sidetone/contract/http/route.ts';
import type { Rule } from './authorisation-rule.ts';
import type { Actor } from './authorisation-world.ts';

export type Outcome = 'allowed' | 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | 'FORBIDDEN' | 'NOT_FOUND';

/** What a request of this route has to come to. */
export function outcomeOf(route: Pick<Route, 'audience'>, rule: Rule, actor: Actor): Outcome {
  if (route.audience === 'public') return 'allowed';
  if (actor === 'signedOut') return 'UNAUTHENTICATED';
  if (actor === 'expired') return 'TOKEN_EXPIRED';
  if (route.audience === 'admin') {
    if (actor === 'member' || actor === 'nonMember') return 'FORBIDDEN';
    if (actor === 'admin') return 'allowed';
    return rule === 'server' ? 'FORBIDDEN' : rule === 'account' ? 'NOT_FOUND' : 'allowed';
  }
  if (rule === 'liveCall') return 'NOT_FOUND';
  if (rule === 'channelAdmins') return actor === 'admin' ? 'allowed' : actor === 'member' ? 'FORBIDDEN' : 'NOT_FOUND';
  if (rule === 'account') return actor === 'other' ? 'NOT_FOUND' : 'allowed';
  if (rule === 'ownerOrAdmin' && actor === 'admin') return 'allowed';
  if (rule === 'members' || rule === 'owner' || rule === 'ownerOrAdmin')
    return actor === 'member' ? 'allowed' : 'NOT_FOUND';
  return 'allowed';
}
