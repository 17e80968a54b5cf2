/** What pg-boss keeps of a failed try: a code, no message and no stack, so that no word of a call stays in its tables. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
    this.stack = '';
  }
}

const form = /^[A-Z0-9][A-Z0-9_]{1,40}$/;

/** The code of an error, else what kind of error it is. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code, type } = error as { code?: unknown; type?: unknown };
  for (const one of [code, type]) if (typeof one === 'string' && form.test(one)) return one;
  return /^\w{1,40}$/.test(error.name) ? error.name : 'UNKNOWN';
}

/** The code of what is kept of a failed try; pg-boss itself writes of tries that took too long and of processes that died. */
export function codeOfOutput(output: unknown): string {
  const { code } = (output ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return JSON.stringify(output ?? '').includes('heartbeat') ? 'PROCESS_DIED' : 'TOOK_TOO_LONG';
}
