import { z } from 'zod';

/** HTTP status of every error code that the API can answer with. Words for people live in the client. */
export const errorStatus = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  /** More numbers than the address book keeps of one contact. */
  TOO_MANY_NUMBERS: 400,
  /** A label that the address book does not know. */
  INVALID_PHONE_TYPE: 400,
  /** A favorite is there to be called, and this contact has no number. */
  FAVORITE_NEEDS_NUMBER: 400,
  /** The address book or CRM does not take its sign-in any more; it has to be connected again. */
  INTEGRATION_REFRESH: 400,
  /** What was given as a number is none. */
  INVALID_NUMBER: 400,
  /** The password is in a list of those that attackers try first. */
  KNOWN_PASSWORD: 400,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  WRONG_CREDENTIALS: 401,
  FORBIDDEN: 403,
  /** The API token was not made for this. */
  SCOPE_MISSING: 403,
  /** The company does not let its administrators work from where the request came from. */
  NETWORK_NOT_ALLOWED: 403,
  /** The operator of the server suspended the company. */
  COMPANY_SUSPENDED: 403,
  /** The account may not call there. */
  DESTINATION_BARRED: 403,
  /** It carries a secret, and is taken over HTTPS alone. */
  HTTPS_ONLY: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  /** Another contact of the address book has this e-mail address. */
  EMAIL_CONFLICT: 409,
  FAVORITES_FULL: 409,
  /** The plan allows no more sets of questions, or no more questions in one. */
  SMART_ANSWERS_FULL: 409,
  /** The account has no service connected that speaks texts. */
  NO_VOICE_SERVICE: 409,
  /** It would end calls; `detail` tells how many run. */
  CALLS_RUNNING: 409,
  /** The user has no app open that could ask them. */
  NO_APP_OPEN: 409,
  /** A number of the own company, or one that calls for help. */
  NEVER_BLOCKED: 409,
  /** The number is someone's own; calls of others must not show it. */
  DIRECT_DIAL: 409,
  BODY_TOO_LARGE: 413,
  /** The user sent as much, or as often, as is kept of one person. */
  STORAGE_FULL: 409,
  /** The company has as many users as the operator of the server lets it have. */
  USERS_FULL: 409,
  /** The files of the company take as much as the operator of the server lets them. */
  COMPANY_STORAGE_FULL: 409,
  /** The user or the account called outside as much as allowed. */
  LIMIT_REACHED: 429,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL: 500,
  /** An address book or CRM elsewhere did not do what it was asked; `type` and `detail` tell what. */
  INTEGRATION_FAILED: 502,
  /** The service that speaks texts did not; `type` is an `AiProblem`. */
  VOICE_FAILED: 502,
  UNAVAILABLE: 503,
  /** Nobody carries the node of the company at the moment. */
  NO_CARRIER: 503,
  /** Two servers take each other for the home of the company, which moves at this moment. */
  TOO_MANY_HOPS: 508,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/**
 * Body of every reply that is not a success. `issues` names the fields of a body that broke its schema. Of an integration's
 * error `type` names its kind, `detail` says it in words as the other side did, `translationKey` is a key of the client's
 * words under `integrations.errors`.
 */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
  type: z.string().optional(),
  detail: z.string().optional(),
  translationKey: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
