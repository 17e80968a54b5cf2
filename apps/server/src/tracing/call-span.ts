import { createHash } from 'node:crypto';

/** A step of a call that is over. Times are ms since 1970. Attributes name nobody: no numbers, names, users or addresses. */
export interface CallSpan {
  readonly traceId: string;
  readonly spanId: string | null;
  readonly parentId: string | null;
  readonly name: string;
  readonly begin: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isFailed: boolean;
}

/** Calls of one session are one trace, also over a restart. */
export const traceIdOf = (sessionId: string): string => digest(`trace ${sessionId}`).slice(0, 32);

/** The span of a call, above those of its steps. */
export const rootIdOf = (callId: string): string => digest(`call ${callId}`).slice(0, 16);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
