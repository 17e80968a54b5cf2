import { crmWriteStates } from './write-states.ts';

/**
 * Entries of the CRM log as administrators look for them: by state, where UNCLEAR are those that wait for a person and CHECKING
 * those that are being looked up; NEEDS_PERSON are all for which the server does nothing more by itself.
 */
export const crmWriteGroups = [...crmWriteStates, 'CHECKING', 'NEEDS_PERSON'] as const;
export type CrmWriteGroup = (typeof crmWriteGroups)[number];

/** A group is counted so far; what is more is not told. */
export const mostCounted = 1000;
