import { z } from 'zod';
import { extensionNumber, timestamp, typedName } from './common.ts';

/** Vendors whose desk phones set themselves up here. */
export const phoneVendors = ['yealink', 'snom', 'grandstream', 'gigaset', 'cisco'] as const;
const phoneVendor = z.enum(phoneVendors);
export type PhoneVendor = z.infer<typeof phoneVendor>;

/** A MAC address as it is printed below a phone; kept as twelve lower-case digits. */
const macAddress = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s:.-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(?!0{12}$|f{12}$)[0-9a-f]{12}$/, 'not a MAC address'));

/** The name of a model, such as `T54W`; nothing depends on it but what administrators read. */
export const phoneModel = typedName(40);

/** As many keys as a phone with its expansion modules has. */
export const mostPhoneKeys = 60;

/** Extensions whose state the keys of a phone show, in their order. */
export const phoneKeys = z
  .array(extensionNumber)
  .max(mostPhoneKeys)
  .refine((keys) => new Set(keys).size === keys.length, 'an extension has one key');

/** What an administrator says of a phone that sets itself up. */
export const newPhoneSetup = z.object({
  vendor: phoneVendor,
  mac: macAddress,
  model: phoneModel,
  keys: phoneKeys,
});

/**
 * Why a setup is refused, said at its field: `macTaken`: another phone of the company has it; `noHttps`, at `address`: this
 * server has no address with HTTPS.
 */
export const phoneSetupProblems = ['macTaken', 'extensionUnknown', 'noHttps'] as const;

/** `waiting`: has not fetched its settings; `expired`: nor can it any longer; `fetched`: it has. */
const phoneSetupState = z.enum(['waiting', 'expired', 'fetched']);

/** How a desk phone sets itself up. */
export const phoneSetup = z.object({
  vendor: phoneVendor,
  mac: z.string(),
  model: z.string(),
  keys: z.array(z.string()),
  state: phoneSetupState,
  /** Until when it may begin; null once it has. */
  waitsUntil: timestamp.nullable(),
  fetchedAt: timestamp.nullable(),
  /** What it called itself when it fetched last, with its version. */
  userAgent: z.string().nullable(),
});
export type PhoneSetup = z.infer<typeof phoneSetup>;

/** What a phone needs to begin. It contains the secret, so it is only in the reply that made it. */
export const phoneFirstStart = z.object({
  /** Entered at the phone, or given to it by DHCP as option 66 or 160. */
  address: z.string(),
  /** The same for this phone alone, as lines for dnsmasq. */
  dhcp: z.string(),
  waitsUntil: timestamp,
});
export type PhoneFirstStart = z.infer<typeof phoneFirstStart>;
