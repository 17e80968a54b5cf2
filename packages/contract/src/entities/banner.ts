import { z } from 'zod';
import { timestamp } from './common.ts';

export const infoBannerTypes = ['SUCCESS', 'INFO', 'WARNING', 'ERROR'] as const;
/** Systems that news can be for, as the app names the one it runs on. */
export const infoBannerSystems = ['mac', 'windows', 'linux', 'other'] as const;
/** Which of our programs news can be for. */
export const infoBannerProducts = ['browser', 'desktop'] as const;

const anyOf = z.array(z.string()).default([]);
const version = z.string().nullable().default(null);

/** Only http and https, so that a stored address can never run script. */
const link = z.url({ protocol: /^https?$/ });

/** News that a server shows above the app. An empty filter lets everybody through. */
export const infoBanner = z.object({
  enabled: z.boolean(),
  testAccountOnly: z.boolean().default(false),
  expires: timestamp.nullable().default(null),
  os: anyOf,
  product: anyOf,
  /** Hosts of the phone systems at which the app or its phones are registered. */
  registrars: anyOf,
  /** Integrations of which one is connected. */
  crm: anyOf,
  /** First and last version that it is for, both included. */
  fromVersion: version,
  toVersion: version,
  /** The highest wins. */
  priority: z.number().default(0),
  message: z.object({ de: z.string(), en: z.string() }),
  type: z.enum(infoBannerTypes),
  link: link.nullable().default(null),
  linkText: z.object({ de: z.string(), en: z.string() }).nullable().default(null),
});
export type InfoBanner = z.infer<typeof infoBanner>;

/** A banner as the app is told of it. */
export const shownInfoBanner = infoBanner.extend({ id: z.string() });
export type ShownInfoBanner = z.infer<typeof shownInfoBanner>;

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
  link: link.max(2000).nullable(),
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
