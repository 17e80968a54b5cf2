import { z } from 'zod';

/** HTTP status of every error code that the API can answer with. Words for people live in the client. */
export const errorStatus = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  /** What was given as a number is none. */
  INVALID_NUMBER: 400,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  WRONG_CREDENTIALS: 401,
  FORBIDDEN: 403,
  /** The account may not call there. */
  DESTINATION_BARRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  /** The number is somebody's own; calls of others must not show it. */
  DIRECT_DIAL: 409,
  BODY_TOO_LARGE: 413,
  /** The user or the account called outside as much as allowed. */
  LIMIT_REACHED: 429,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** Body of every reply that is not a success. `issues` names the fields of a body that broke its schema. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
