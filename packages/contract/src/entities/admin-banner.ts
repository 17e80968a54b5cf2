import { z } from 'zod';
import { infoBannerLink, infoBannerProducts, infoBannerSystems, infoBannerTypes, shownInfoBanner } from './banner.ts';
import { timestamp } from './common.ts';

/** A banner as administrators see it. */
export const adminInfoBanner = shownInfoBanner.extend({
  /** It is for every account of the server, and not for theirs alone. */
  isForAllAccounts: z.boolean(),
});
export type AdminInfoBanner = z.infer<typeof adminInfoBanner>;

const words = (most: number) => z.string().trim().min(1).max(most);
const dottedVersion = z.string().regex(/^\d{1,9}(\.\d{1,9}){0,3}$/, 'not a version such as 1.4.0');
const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.:[\]_-]{1,253}$/, 'not a host');

/** What an administrator writes; every field is said, so that nothing is filled in behind their back. */
const draftFields = z.strictObject({
  enabled: z.boolean(),
  isForAllAccounts: z.boolean(),
  testAccountOnly: z.boolean(),
  expires: timestamp.nullable(),
  os: z.array(z.enum(infoBannerSystems)).max(infoBannerSystems.length),
  product: z.array(z.enum(infoBannerProducts)).max(infoBannerProducts.length),
  registrars: z.array(host).max(50),
  crm: z.array(z.string().trim().min(1).max(60)).max(50),
  fromVersion: dottedVersion.nullable(),
  toVersion: dottedVersion.nullable(),
  priority: z.number().int().min(-1000).max(1000),
  message: z.strictObject({ de: words(300), en: words(300) }),
  type: z.enum(infoBannerTypes),
  link: infoBannerLink.max(2000).nullable(),
  /** Without one the link says "Read more". */
  linkText: z.strictObject({ de: words(40), en: words(40) }).nullable(),
});

/** A new banner. */
export const infoBannerDraft = draftFields.refine(({ link: to, linkText }) => to !== null || linkText === null, {
  path: ['link'],
  message: 'a link text needs a link',
});
export type InfoBannerDraft = z.infer<typeof infoBannerDraft>;

/** What is changed of a banner; what is missing stays. A link text without a link is not shown. */
export const infoBannerChange = draftFields.partial();
export type InfoBannerChange = z.infer<typeof infoBannerChange>;

/** Banners that one account keeps at a time. */
export const infoBannersPerAccount = 100;
