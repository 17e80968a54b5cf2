import { type ErrorBody, type ErrorCode, errorStatus } from '@sidetone/contract/errors.ts';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { fileProblem } from '../requests/file-problem.ts';
import { Refusal } from '../requests/refusal.ts';

export interface ErrorReply {
  readonly status: number;
  readonly body: ErrorBody;
  /** Ours to repair, so it is logged as an error. */
  readonly bug: boolean;
}

/** Errors of Fastify that a caller can cause, by its codes. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
};

/** What a caller is told about an error. Of an unforeseen one only that it happened. */
export function errorReply(error: unknown): ErrorReply {
  if (error instanceof Refusal) {
    const { code, message, issues, retryAfterSeconds, problem } = error;
    return reply(code, message, {
      ...problem,
      ...(issues === undefined ? {} : { issues }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'is not valid',
    }));
    return reply('VALIDATION_FAILED', 'The request does not fit its schema.', { issues });
  }
  if (isTextNoDatabaseTakes(error)) return reply('BAD_REQUEST', 'The request is not readable.');
  const file = fileProblem(error);
  if (file === 'gone') return reply('NOT_FOUND', 'The file is not there.');
  if (file === 'away') return reply('UNAVAILABLE', 'The place of the files does not answer.');
  if (isDatabaseAway(error)) return reply('UNAVAILABLE', 'The database does not answer.');
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : fastifyCodes[code];
  if (known)
    return reply(known, known === 'BODY_TOO_LARGE' ? 'The body is too large.' : 'The request is not readable.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return reply('BAD_REQUEST', 'The request is not readable.');
  }
  return { ...reply('INTERNAL', 'Something went wrong on the server.'), bug: true };
}

/** U+0000 above all: valid in JSON and in an address, and nowhere in PostgreSQL's text. */
const isTextNoDatabaseTakes = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '22021' || code === '22P05';
};

/** Connection troubles of PostgreSQL's client: classes 08 and 57P, and those of the socket. The next try may work. */
const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && /^(08|57P0|53300|ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code)) return true;
  return (
    typeof message === 'string' && /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
  );
};

const reply = (code: ErrorCode, message: string, more: Partial<ErrorBody> = {}): ErrorReply => ({
  status: errorStatus[code],
  body: { code, message, ...more },
  bug: false,
});
