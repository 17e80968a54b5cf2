import type { WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Post } from './features/webhooks/ports.ts';
import { privateHosts } from './network/private-hosts.ts';
import { openReach, type ReachLimits } from './reach/reach.ts';
import { type ReachCode, ReachError } from './reach/reach-error.ts';
import { retryAfterSeconds } from './reach/retry-after.ts';

/** Receivers are to say that they have something, and do the rest later. */
const usual: ReachLimits = { withinMs: 10_000, mostBytes: 64 * 1024 };

/** The way to receivers of webhooks. `named`: hosts of the server's own network that may be sent to. */
export function postToWebhooks(
  named: readonly string[],
  limits: Partial<ReachLimits> = {},
): { readonly post: Post; close(): void } {
  const reach = openReach(privateHosts(named), { ...usual, ...limits });
  return {
    async post({ url, method, headers, body }, signal) {
      try {
        const { status, headers: answered } = await reach.fetch(url, {
          method,
          headers,
          body,
          redirect: 'error',
          signal,
        });
        return { status, retryAfterSeconds: retryAfterSeconds(answered.get('retry-after'), Date.now()) };
      } catch (error) {
        if (!(error instanceof ReachError)) throw error;
        // It took the call, and then said more than anybody reads.
        if (error.code === 'tooLarge') return { status: Number(error.detail), retryAfterSeconds: null };
        return { status: null, problem: problems[error.code] };
      }
    },
    close: () => reach.close(),
  };
}

const problems: Readonly<Record<Exclude<ReachCode, 'tooLarge'>, WebhookProblem>> = {
  notWeb: 'refused',
  insecure: 'insecure',
  privateHost: 'privateHost',
  movedAway: 'movedAway',
  loop: 'movedAway',
  oddStatus: 'refused',
  timedOut: 'timedOut',
  certificate: 'certificate',
  unreachable: 'unreachable',
};
