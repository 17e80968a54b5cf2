import { stdSerializers } from 'pino';

/** Where PostgreSQL repeats values of rows: e-mail addresses, numbers, hashes. */
const telling = ['detail', 'where', 'internalQuery', 'hint'];

/** An error as logs keep it: name, message, code, stack and causes, but no values of rows. For pino's `err`. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = stdSerializers.err(error);
  for (const key of telling) delete told[key];
  return told;
}
