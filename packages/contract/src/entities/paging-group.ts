import { z } from 'zod';
import { extensionNumber, plainId, typedName, webUserId } from './common.ts';

export const pagingLimits = {
  /** Groups of an account. */
  groups: 50,
  /** Members of a group, and users who are chosen to page it. */
  members: 50,
  /** Phones that hear one page. */
  phones: 100,
  seconds: { least: 10, most: 600, usual: 120 },
} as const;

/** Why a paging group is refused: `tooMany`: there are as many as there may be; `numberTaken`: another group has the number. */
export const pagingProblems = ['tooMany', 'numberTaken', 'unknownUser'] as const;
export type PagingProblem = (typeof pagingProblems)[number];

const people = z
  .array(webUserId)
  .max(pagingLimits.members)
  .transform((ids) => [...new Set(ids)]);

/** A group of users whose desk phones, or else apps, answer a page by themselves, as administrators set it up. */
export const newPagingGroup = z.object({
  name: typedName(100),
  /** What is dialled behind the star code; has the form of an extension. */
  number: extensionNumber,
  memberIds: people.default([]),
  /** Users who may page the group; null: all of the account. */
  callerIds: people.nullable().default(null),
  /** A page ends after so many seconds. */
  longestSeconds: z
    .int()
    .min(pagingLimits.seconds.least)
    .max(pagingLimits.seconds.most)
    .default(pagingLimits.seconds.usual),
});
export type NewPagingGroup = z.infer<typeof newPagingGroup>;

/** `revision`: that of the group which was seen; left out: whatever it is now. */
export const pagingGroupChange = newPagingGroup.extend({ revision: z.int().optional() });
export type PagingGroupChange = z.infer<typeof pagingGroupChange>;

export const adminPagingGroup = z.object({
  id: plainId,
  rev: z.number(),
  name: z.string(),
  number: z.string(),
  memberIds: z.array(webUserId),
  callerIds: z.array(webUserId).nullable(),
  longestSeconds: z.number(),
  /** Desk phones of the members. */
  phones: z.number(),
  revision: z.number(),
});
export type AdminPagingGroup = z.infer<typeof adminPagingGroup>;
