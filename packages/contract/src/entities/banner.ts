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
export const infoBannerLink = z.url({ protocol: /^https?$/ });

/** News that a server shows above the app. An empty filter lets everyone through. SENT-041 */
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
  link: infoBannerLink.nullable().default(null),
  linkText: z.object({ de: z.string(), en: z.string() }).nullable().default(null),
});
export type InfoBanner = z.infer<typeof infoBanner>;

/** A banner as the app is told of it. */
export const shownInfoBanner = infoBanner.extend({ id: z.string() });
export type ShownInfoBanner = z.infer<typeof shownInfoBanner>;
