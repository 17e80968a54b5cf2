import type { AiProblem } from '@sidetone/contract/entities/ai-connection.ts';
import type { ReachCode } from '../../reach/reach-error.ts';
import { ReachError } from '../../reach/reach-error.ts';
import { retryAfterSeconds } from '../../reach/retry-after.ts';
import { type FailureKind, ProviderFailure } from './failure.ts';

type Sorted = readonly [FailureKind, AiProblem];

/** What each status of a service means. Others of 400 to 499 are refusals for good, and of 500 to 599 pass. */
const byStatus: Readonly<Record<number, Sorted>> = {
  400: ['never', 'refused'],
  401: ['never', 'unauthorized'],
  402: ['never', 'refused'],
  403: ['never', 'forbidden'],
  404: ['never', 'notFound'],
  405: ['never', 'notFound'],
  408: ['again', 'timedOut'],
  409: ['again', 'busy'],
  413: ['tooLong', 'refused'],
  422: ['never', 'refused'],
  425: ['again', 'busy'],
  429: ['again', 'busy'],
  500: ['again', 'unreachable'],
  502: ['again', 'unreachable'],
  503: ['again', 'busy'],
  504: ['again', 'timedOut'],
  529: ['again', 'busy'],
};

/** What each way of not reaching a host means. */
const byReach: Readonly<Record<ReachCode, Sorted>> = {
  notWeb: ['never', 'notFound'],
  insecure: ['never', 'refused'],
  privateHost: ['never', 'privateHost'],
  movedAway: ['never', 'notTheProtocol'],
  loop: ['never', 'notTheProtocol'],
  oddStatus: ['again', 'notTheProtocol'],
  tooLarge: ['again', 'notTheProtocol'],
  timedOut: ['again', 'timedOut'],
  certificate: ['again', 'unreachable'],
  unreachable: ['again', 'unreachable'],
};

/** Words that services use where a request is too long for the model; they are looked for and never kept. */
const tooLong =
  /context_length_exceeded|context length|context window|prompt is too long|too many tokens|maximum context|exceeds? the (?:available )?context|too large for model/i;
const unknownModel = /model/i;
/** Paid up: it does not pass by waiting. */
const noCredit = /insufficient_quota|billing|credit balance/i;

/** A refusal by status. `body` decides between meanings of the same status and goes no further. */
export function failureOfStatus(status: number, body: string, retryAfter: string | null, now: number): ProviderFailure {
  const [kind, problem] = sorted(status, body.slice(0, 10_000));
  const later = kind === 'again' ? retryAfterSeconds(retryAfter, now) : null;
  return new ProviderFailure(kind, problem, { status, ...(later !== null && { retryAfterSeconds: later }) });
}

function sorted(status: number, body: string): Sorted {
  if ((status === 400 || status === 422) && tooLong.test(body)) return ['tooLong', 'refused'];
  if (
    (status === 404 || status === 400) &&
    unknownModel.test(body) &&
    /not.{0,3}found|does not exist|unknown|invalid.model/i.test(body)
  )
    return ['never', 'modelUnknown'];
  if (status === 429 && noCredit.test(body)) return ['never', 'refused'];
  return byStatus[status] ?? (status >= 500 ? ['again', 'unreachable'] : ['never', 'refused']);
}

/** An error of the way there. What is neither that nor a failure already has come of an answer in a shape of its own. */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof ReachError) return new ProviderFailure(...byReach[error.code]);
  return new ProviderFailure('again', 'notTheProtocol');
}
