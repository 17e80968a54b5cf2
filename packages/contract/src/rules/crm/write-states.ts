/** How an entry of a call stands on its way into a CRM. */
export const crmWriteStates = [
  /** The call runs, or nobody closed its log. */
  'DRAFT',
  /** To be written at once. */
  'READY',
  /** A request is on its way. */
  'SENDING',
  'WRITTEN',
  /** Nobody knows whether it was written; it is looked up before anything is sent again. */
  'UNCLEAR',
  /** Temporary trouble; tried again at a known time. */
  'WAITING',
  /** The connection is signed out, or may not do this; goes on with the next sign-in. */
  'BLOCKED',
  /** The CRM does not take these contents; a person has to change something. */
  'REFUSED',
  'SKIPPED',
  /** Someone deleted it in the CRM; it is never made again. */
  'GONE',
  'REMOVING',
  'REMOVED',
] as const;
export type CrmWriteState = (typeof crmWriteStates)[number];

/**
 * Why an entry is not written. `deleted`: the call was deleted here before it was. `missed`: nobody took the call, and no
 * person wants it logged.
 */
export const skipReasons = [
  'off',
  'tooShort',
  'missed',
  'noEntity',
  'ambiguous',
  'internal',
  'noGrant',
  'gaveUp',
  'deleted',
] as const;
export type SkipReason = (typeof skipReasons)[number];
