import type { AiProblem } from '@sidetone/contract/entities/ai-connection.ts';

/**
 * What to do about a request that failed. `again`: later, as it is. `never`: not before an administrator changed the
 * connection. `badAnswer`: the answer was none; once more with the complaint. `tooLong`: in smaller pieces.
 */
export type FailureKind = 'again' | 'never' | 'badAnswer' | 'tooLong';

/** It answered, and not with what was asked for: another try costs as much and mostly gives the same. */
export const isUseless = ({ kind }: ProviderFailure): boolean => kind === 'badAnswer' || kind === 'tooLong';

/**
 * The one error that providers throw. It holds codes and figures only: neither a cause nor a word of a request or an
 * answer, because jobs and logs keep what is thrown.
 */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly problem: AiProblem;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: FailureKind,
    problem: AiProblem,
    more: { readonly status?: number; readonly retryAfterSeconds?: number } = {},
  ) {
    super(`ai: ${kind}, ${problem}${more.status === undefined ? '' : `, status ${more.status}`}`);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.problem = problem;
    this.status = more.status ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}
