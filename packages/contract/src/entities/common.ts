import { z } from 'zod';
import { isPlainLine } from '../rules/plain-line.ts';
import { isUserPicturePath } from '../rules/user-picture.ts';

/** A moment on the wire: ISO 8601 with `Z` or an offset, which a database takes and gives back as it was. */
export const timestamp = z.iso.datetime({ offset: true }).refine(canBeKept, 'not a moment that can be kept');

/** PostgreSQL knows no year 0 and no clock that is 16 hours from UTC; what has five digits is no year in ISO 8601. */
function canBeKept(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text);
}

/** Id of a web user: starts with `w`. */
export const webUserId = z.string().regex(/^w.+$/, 'a web user id starts with w');

/** An E.164 number with its plus. */
export const e164 = z.string().regex(/^\+[1-9][0-9]{1,14}$/, 'not a number in E.164 form');

/** One to five digits; checked against emergency numbers and what is taken by the server. */
export const extensionNumber = z.string().regex(/^[1-9][0-9]{0,4}$/, 'one to five digits that do not begin with 0');

/** A name that someone types: one line that shows as it is written. */
export const typedName = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine(isPlainLine, 'a name has no line ends and no characters that change its direction');

/** An id that the server gave: nothing of a path, and no character that changes what one reads. */
export const plainId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'not an id');

/** A picture's address. Only http and https, so that a stored address can never run script. */
export const pictureUrl = z.url({ protocol: /^https?$/ });

/** The same, or a path of our own server, where it keeps the picture of a user. */
export const personPicture = z.union([pictureUrl, z.string().refine(isUserPicturePath, 'no path of a picture')]);

/** Who gets to an address that is shown: others too, or nobody but the machine that the server runs on. */
export const reach = z.enum(['others', 'thisMachine']);
export type Reach = z.infer<typeof reach>;

/** What a person speaks, and what the interface speaks to them. SCONST-054 */
export const locale = z.enum(['de', 'en']);
export type Locale = z.infer<typeof locale>;

/** Which way a call went, seen from the side that keeps the record. ENT-011 */
export const direction = z.enum(['INCOMING', 'OUTGOING']);
export type Direction = z.infer<typeof direction>;
