import { z } from 'zod';
import { typedName } from './common.ts';

/** What a SIP user agent signs in with. ENT-019 */
export const sipExtension = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
  /** Host for SIP URIs. */
  sipServer: z.string().min(1),
  sipServerWebsocketUrl: z.url({ protocol: /^wss?$/ }),
});
export type SipExtension = z.infer<typeof sipExtension>;

/** A browser or desktop app as a device of the phone system. SENT-040 */
export const appExtension = sipExtension.extend({ id: z.string(), alias: z.string(), owner: z.string() });
export type AppExtension = z.infer<typeof appExtension>;

/** What a new app extension is asked for with; `owner` is a web user id. */
export const appExtensionRequest = z.object({
  appExtensionType: z.literal('desktop_app_register'),
  alias: typedName(100),
  owner: z.string().min(1),
});
