import { z } from 'zod';
import { timestamp } from './common.ts';

const anyOf = z.array(z.string()).default([]);
const version = z.string().nullable().default(null);

/** News that a server shows above the app. An empty filter lets everybody through. */
export const infoBanner = z.object({
  enabled: z.boolean(),
  testAccountOnly: z.boolean().default(false),
  expires: timestamp.nullable().default(null),
  os: anyOf,
  product: anyOf,
  registrars: anyOf,
  crm: anyOf,
  /** First and last version that it is for, both included. */
  fromVersion: version,
  toVersion: version,
  /** The highest wins. */
  priority: z.number().default(0),
  message: z.object({ de: z.string(), en: z.string() }),
  type: z.enum(['SUCCESS', 'INFO', 'WARNING', 'ERROR']),
  link: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  linkText: z.object({ de: z.string(), en: z.string() }).nullable().default(null),
});
export type InfoBanner = z.infer<typeof infoBanner>;
