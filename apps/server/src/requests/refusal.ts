import type { ErrorBody, ErrorCode } from '@sidetone/contract/errors.ts';

/** What an address book or CRM elsewhere said went wrong; never holds a secret. */
export type Problem = Pick<ErrorBody, 'type' | 'detail' | 'translationKey'>;

/** Why a request is not done, as a code of the contract; the API turns it into a reply. `message` is for developers. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly issues: ErrorBody['issues'];
  readonly retryAfterSeconds: number | undefined;
  readonly problem: Problem | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: ErrorOptions & {
      issues?: NonNullable<ErrorBody['issues']>;
      retryAfterSeconds?: number;
      problem?: Problem;
    } = {},
  ) {
    super(message, more);
    this.name = 'Refusal';
    this.code = code;
    this.issues = more.issues;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.problem = more.problem;
  }
}

/**
 * What another account owns and what does not exist look the same from outside, so that ids cannot be probed.
 */
export const notFound = (what: string): Refusal => new Refusal('NOT_FOUND', `No such ${what}.`);

/** What a command of the exchange was not carried out for, as a refusal, by the `code` of its error; other errors as they are. */
export function asRefusal(error: unknown, codes: Readonly<Record<string, ErrorCode>>): unknown {
  const code = error instanceof Error && 'code' in error ? codes[String(error.code)] : undefined;
  return code === undefined ? error : new Refusal(code, (error as Error).message, { cause: error });
}
