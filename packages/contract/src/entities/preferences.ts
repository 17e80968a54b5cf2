import { z } from 'zod';

const opening = { openContactHistory: z.boolean().default(false), openCallLogging: z.boolean().default(false) };

/** What a person set for the app on this device. */
export const preferences = z.object({
  shortcutsEnabled: z.boolean().default(true),
  callWindowBehaviorIncoming: z.object({ focusWindow: z.boolean().default(false), ...opening }).prefault({}),
  callWindowBehaviorOutgoing: z.object(opening).prefault({}),
});
export type Preferences = z.infer<typeof preferences>;

/** What a device remembers having done. */
export const localFlags = z.object({
  audioSetupCompleted: z.boolean().default(false),
  'welcome-notification': z.boolean().default(false),
});
export type LocalFlags = z.infer<typeof localFlags>;
