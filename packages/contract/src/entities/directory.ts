import { z } from 'zod';
import { timestamp } from './common.ts';

/** Where a directory creates and changes users by SCIM, below the address of the server. */
export const scimPath = '/scim/v2';

/** A directory may always take away this many users within an hour, however few users there are. */
export const alwaysRemovable = 3;
/** The share of the users, in percent, that a directory may take away within an hour. */
export const removablePercents = [5, 10, 20, 50] as const;
export const usualRemovablePercent = 10;

/** A group of the directory; its members become members of the channel that an administrator chose. */
export const directoryGroup = z.object({
  id: z.string(),
  name: z.string(),
  members: z.number().int().nonnegative(),
  /** A shared channel; null: the group does nothing here. */
  channelId: z.string().nullable(),
});
export type DirectoryGroup = z.infer<typeof directoryGroup>;

/** What administrators see of their directory. */
export const directoryState = z.object({
  /** Users that the directory knows. */
  users: z.number().int().nonnegative(),
  /** More than this share within an hour is refused. */
  removablePercent: z.number().int(),
  /** The directory wanted to take away more than this, and gets refusals until an administrator decides; null: it did not. */
  stopped: z.object({ at: timestamp, allowed: z.number().int() }).nullable(),
  /** Until then an administrator lets the directory take away as many as it likes. */
  allowedUntil: timestamp.nullable(),
  groups: z.array(directoryGroup),
});
export type DirectoryState = z.infer<typeof directoryState>;
