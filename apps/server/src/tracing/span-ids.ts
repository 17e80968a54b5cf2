import { createHash } from 'node:crypto';

/** Calls of one session are one trace, also over a restart. */
export const traceIdOf = (sessionId: string): string => digest(`trace ${sessionId}`).slice(0, 32);

/** The span of a call, above those of its steps. */
export const rootIdOf = (callId: string): string => digest(`call ${callId}`).slice(0, 16);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
