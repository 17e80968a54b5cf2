import { z } from 'zod';
import { deskPhoneName } from './admin-device.ts';
import { e164, timestamp, typedName, webUserId } from './common.ts';
import { phoneState } from './phone.ts';
import { withheldSenders } from './sender.ts';
import { sipWord } from './trunk.ts';

/** The most own numbers that one SIP account has. */
export const mostAccountNumbers = 50;

/** `host`, `host:port` or a SIP URI of these; IPv6 in brackets. */
const sipPlace = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(
    /^(sips?:)?(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?(;(transport=(udp|tcp|tls)|lr))*$/i,
    'not a host or a SIP URI',
  )
  .refine((place) => Number(/:(\d{1,5})(;|$)/.exec(place.replace(/\[.*\]/, ''))?.[1] ?? 1) <= 65_535, 'no such port');

const label = typedName(60).nullable().default(null);

const fields = {
  userId: webUserId,
  name: deskPhoneName,
  username: sipWord,
  /** For digest authentication, where it differs from `username`. */
  authUsername: sipWord.nullable(),
  /** Where it is registered. */
  registrar: sipPlace,
  /** Everything is sent there first. */
  outboundProxy: sipPlace.nullable(),
  /** Own numbers, which its calls may show. */
  phoneNumbers: z
    .array(z.object({ phoneNumber: e164, label }))
    .max(mostAccountNumbers)
    .refine((all) => new Set(all.map(({ phoneNumber }) => phoneNumber)).size === all.length, 'a number stands twice'),
  /** What its calls show: an own number, a withheld one, or null for what the registrar knows of the account. */
  callerId: z.union([e164, z.enum(withheldSenders)]).nullable(),
};

/** For digest authentication. It is never given back. */
const password = z.string().min(1).max(256);

/** A SIP account at a provider or another phone system, as an administrator gives it to someone (classic generation). */
export const newSipAccount = z.object({
  ...fields,
  authUsername: fields.authUsername.default(null),
  outboundProxy: fields.outboundProxy.default(null),
  phoneNumbers: fields.phoneNumbers.default([]),
  /** Left out: the first own number. */
  callerId: fields.callerId.optional(),
  password,
});
export type NewSipAccount = z.infer<typeof newSipAccount>;

/** What an administrator changes; what is missing stays, the password too. */
export const sipAccountChange = z.object({ ...fields, password }).partial();
export type SipAccountChange = z.infer<typeof sipAccountChange>;

/** A SIP account as administrators see it, with how it fares now. */
export const adminSipAccount = z.object({
  id: z.string(),
  name: z.string(),
  userId: webUserId,
  userName: z.string(),
  username: z.string(),
  authUsername: z.string().nullable(),
  registrar: z.string(),
  outboundProxy: z.string().nullable(),
  phoneNumbers: z.array(z.object({ phoneNumber: z.string(), label: z.string().nullable() })),
  callerId: z.string().nullable(),
  state: phoneState,
  stateSince: timestamp,
  /** Why it is not registered, in words of the server; null where nothing failed. */
  failure: z.string().nullable(),
  /** Its user switched it off in the settings; only they switch it on again. */
  isSwitchedOff: z.boolean(),
  /** Its user's calls leave by it where a channel has no phone of its own. */
  isDefault: z.boolean(),
});
export type AdminSipAccount = z.infer<typeof adminSipAccount>;
