/**
 * Why another host was not reached. `notWeb`: no address of the web. `insecure`: without TLS. `privateHost`: in the
 * server's own network. `movedAway`: it redirects to another host. `loop`: it redirects in a circle. `oddStatus`: its
 * status is none of HTTP.
 */
export type ReachCode =
  | 'notWeb'
  | 'insecure'
  | 'privateHost'
  | 'movedAway'
  | 'loop'
  | 'oddStatus'
  | 'tooLarge'
  | 'timedOut'
  | 'certificate'
  | 'unreachable';

/** A host that was not reached, and why. Never tells what its name resolves to, nor a word of what was sent. */
export class ReachError extends Error {
  readonly code: ReachCode;
  /** Host, with its port where that is not the usual one; empty where there is none. */
  readonly host: string;
  /** A code of Node's or a status, where there is one. */
  readonly detail: string;
  /** False where no byte of the request can have arrived anywhere: no connection to any host was made. */
  readonly isSent: boolean;

  constructor(code: ReachCode, host: string, detail = '', options: ErrorOptions & { isSent?: boolean } = {}) {
    super(`${code}: ${host}${detail === '' ? '' : ` (${detail})`}`, options);
    this.name = 'ReachError';
    this.code = code;
    this.host = host;
    this.detail = detail;
    this.isSent = options.isSent ?? true;
  }
}
