import { z } from 'zod';
import { deviceState } from './admin-user.ts';
import { reach, timestamp, typedName, webUserId } from './common.ts';
import { phoneSetup } from './phone-setup.ts';

/** A desk phone or an app of someone of the account. */
export const adminDevice = z.object({
  id: z.string(),
  kind: z.enum(['app', 'phone']),
  name: z.string(),
  userId: webUserId,
  userName: z.string(),
  /** Its SIP user name. */
  username: z.string(),
  state: deviceState,
  createdAt: timestamp,
  /** Where it is registered from now. */
  registrations: z.array(
    z.object({
      transport: z.string(),
      /** Host and port it came from. */
      address: z.string(),
      /** What it calls itself. */
      userAgent: z.string().nullable(),
      expiresAt: timestamp,
    }),
  ),
  /** Null where somebody types the settings. */
  setup: phoneSetup.nullable(),
});
export type AdminDevice = z.infer<typeof adminDevice>;

/** What is typed into a desk phone. */
export const sipSettings = z.object({
  server: z.string(),
  reach,
  /** Ways to reach the server, the best one first. */
  transports: z.array(z.object({ transport: z.enum(['udp', 'tcp', 'tls']), port: z.int() })),
  username: z.string(),
  realm: z.string(),
  codecs: z.array(z.string()),
  /** Only in the reply that made it; null in every other. */
  password: z.string().nullable(),
});
export type SipSettings = z.infer<typeof sipSettings>;

export const deskPhoneName = typedName(60);
