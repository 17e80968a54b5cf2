import { z } from 'zod';
import { timestamp } from './common.ts';

const opening = { openContactHistory: z.boolean().default(false), openCallLogging: z.boolean().default(false) };

/** What a person set for the app on this device. SENT-069 */
export const preferences = z.object({
  shortcutsEnabled: z.boolean().default(true),
  callWindowBehaviorIncoming: z.object({ focusWindow: z.boolean().default(false), ...opening }).prefault({}),
  callWindowBehaviorOutgoing: z.object(opening).prefault({}),
  /** This app takes calls of colleagues who call in by itself, where the browser lets it hear the user. */
  answersIntercom: z.boolean().default(false),
  /** This app plays pages of groups that the user is in. */
  hearsPages: z.boolean().default(true),
  /** Whether the icon, the tab and the title tell how many calls wait. */
  showsUnresolvedCount: z.boolean().default(true),
});
export type Preferences = z.infer<typeof preferences>;

const done = z.boolean().default(false).catch(false);

/** What a device remembers having done; each part that cannot be read counts as not done. SENT-071 */
export const localFlags = z.object({
  audioSetupCompleted: done,
  'welcome-notification': done,
  /** When the intro was closed here last. */
  introSeenAt: timestamp.nullable().default(null).catch(null),
  /** The hint to a feature that was closed here last, by its id. */
  featureHintClosed: z.string().nullable().default(null).catch(null),
  /** How often a panel that lay over its page said how to get back. */
  panelHintsShown: z.number().int().nonnegative().default(0).catch(0),
  /** The version whose changes were looked at here last. */
  changesSeen: z.string().nullable().default(null).catch(null),
  /** Flags whose badges were put away here. */
  flagsPutAway: z.array(z.string()).default([]).catch([]),
});
export type LocalFlags = z.infer<typeof localFlags>;
