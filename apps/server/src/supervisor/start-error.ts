/** The server cannot start for a reason that its operator can mend; the message says what to do, without a trace. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}
