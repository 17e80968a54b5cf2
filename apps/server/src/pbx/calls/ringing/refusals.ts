import { reasonFromSipStatus } from '@sidetone/contract/rules/sip-status.ts';
import type { Fork, ForkOutcome, Refusal } from '../call.ts';
import { companyAway, isToNode, noWayOut } from '../trunk-stage.ts';

/**
 * What a device's refusal means. Any refusal with `Reason: SIP;cause=603` is the user's own decline; a 603 without
 * it is this one device's busy, and so are 486 and 600.
 */
export function outcomeOf(refused: { status: number; reason?: { cause: number } }): ForkOutcome {
  if (refused.reason?.cause === 603) return 'declined';
  if (refused.status === 486 || refused.status === 600 || refused.status === 603) return 'busy';
  if (refused.status === 488 || refused.status === 415 || refused.status === 606) return 'unacceptable';
  return 'unavailable';
}

/** What the answer of somebody outside means for the way to them, and what of it the caller hears. */
export function outsideOutcomeOf(
  refused: { status: number; phrase: string; reason?: { cause: number } },
  { target }: Pick<Fork, 'target'>,
): Pick<Fork, 'outcome' | 'said'> {
  const { status, phrase } = refused;
  // The company has moved to yet another node.
  if (isToNode({ target }) && status >= 300 && status < 400) return { outcome: 'noWay' };
  // A trunk that wants another password, is overloaded or lost its way says nothing of who is called.
  if (status >= 500 && status < 600) return { outcome: 'noWay' };
  if (status === 401 || status === 407 || status === 408) return { outcome: 'noWay' };
  const outcome = outcomeOf(refused);
  return status >= 400 ? { outcome, said: { status, phrase: phrase.slice(0, 60) } } : { outcome };
}

/**
 * What the caller is told when no device is left. A user who declines is busy for the caller, as the phone's own button
 * would say; the book keeps the decline when everybody who was asked declined.
 */
export function refusalOf(
  asked: readonly (Pick<Fork, 'userId' | 'outcome' | 'said' | 'mobile'> & { readonly target?: Fork['target'] })[],
): Refusal {
  // Devices that were told to stop have not said anything.
  const forks = asked.filter(({ outcome }) => outcome !== null);
  const outside = forks.find(({ target, mobile }) => target?.kind === 'trunk' && !mobile);
  if (outside?.said) return { ...outside.said, reason: reasonFromSipStatus(outside.said.status) };
  if (outside?.target?.kind === 'trunk' && outside.outcome === 'noWay') {
    return isToNode({ target: outside.target }) ? companyAway : noWayOut(outside.target.isEmergency);
  }
  const busy = { status: 486, phrase: 'Busy Here' };
  const users = new Set(forks.map((fork) => fork.userId));
  const decliners = new Set(forks.filter((fork) => fork.outcome === 'declined').map((fork) => fork.userId));
  if (users.size > 0 && decliners.size === users.size) return { ...busy, reason: 'DECLINED' };
  const outcomes = new Set(forks.map((fork) => fork.outcome));
  if (outcomes.has('busy') || outcomes.has('declined')) return { ...busy, reason: 'BUSY_HERE' };
  if (outcomes.size === 1 && outcomes.has('unacceptable')) {
    return { status: 488, phrase: 'Not Acceptable Here', reason: 'PRECONDITION_FAILURE' };
  }
  if (outcomes.size === 1 && outcomes.has('failed')) {
    return { status: 503, phrase: 'Media Unavailable', reason: 'TERMINATED' };
  }
  return { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' };
}
