import type { MailProblem } from '@sidetone/contract/entities/mail.ts';
import { isCertificateFault } from '../network/certificate-faults.ts';

/** A mail that the mail server did not take, and why. The server's words are not kept: they may repeat what was sent. */
export class MailError extends Error {
  readonly problem: MailProblem;
  /** What the mail server answered, such as 550; null where it did not. */
  readonly status: number | null;
  /** Trying again would end in the same way. */
  readonly isFinal: boolean;

  constructor(problem: MailProblem, status: number | null = null, options?: { readonly isFinal?: boolean }) {
    super(status === null ? problem : `${problem} (${status})`);
    this.name = 'MailError';
    this.problem = problem;
    this.status = status;
    this.isFinal = options?.isFinal ?? false;
  }
}

/** What nodemailer and Node say of a failure. */
interface Said {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly message?: unknown;
}

const timeOuts = new Set(['ETIMEDOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT', 'EABORT']);

/** Why a mail server took no mail. */
export function asMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { code, originalCode, responseCode, command, message }: Said = (error ?? {}) as Said;
  const status = typeof responseCode === 'number' ? responseCode : null;
  const node = typeof originalCode === 'string' ? originalCode : '';
  if ([node, code].some((one) => timeOuts.has(String(one)))) return new MailError('timedOut');
  if (isCertificateFault(node)) return new MailError(node.startsWith('ERR_SSL') ? 'noTls' : 'certificate');
  if (node.startsWith('ERR_SSL')) return new MailError('noTls');
  if (code === 'ENOTFOUND' || node === 'ENOTFOUND' || code === 'EDNS') return new MailError('hostNotFound');
  if (code === 'EAUTH') return new MailError('signIn', status);
  if (code === 'ETLS' || command === 'STARTTLS' || /starttls/i.test(String(message)))
    return new MailError('noTls', status);
  if (code === 'EPROTOCOL' && status === null) return new MailError('notMail');
  if (status === null) return new MailError('unreachable');
  if (status < 500) return new MailError('busy', status);
  return new MailError(problemOf(String(command)), status, { isFinal: isAboutTheMail(String(command)) });
}

/** A greeting or an EHLO that is refused says nothing of the mail: it may be taken later. */
const isAboutTheMail = (command: string): boolean => /^(MAIL|RCPT|DATA)/.test(command);

function problemOf(command: string): MailProblem {
  if (command.startsWith('MAIL')) return 'senderRefused';
  return command.startsWith('RCPT') ? 'recipientRefused' : 'refused';
}
