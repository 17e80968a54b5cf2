import { z } from 'zod';
import { entityTypes } from '../../entities/integration.ts';

/** What users enter to connect a bridge. */
const bridgeNeeds = ['key', 'user', 'url'] as const;

/**
 * How a bridge speaks. A: the published package; its lists are not told apart from those that are not ready, and it takes calls
 * without notes. B: the newer one, with logs on records, outcomes and tasks. auto: found out by asking.
 */
const bridgeDialects = ['auto', 'A', 'B'] as const;
export type BridgeDialect = Exclude<(typeof bridgeDialects)[number], 'auto'>;

const listedBridge = z.strictObject({
  /** Names it for good: the integration is called `BRIDGE_` with this in capitals. */
  slug: z
    .string()
    .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'must be lower-case letters, digits and single underscores')
    .max(30),
  displayName: z.string().trim().min(1).max(60),
  /** Where the bridge answers. */
  url: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .max(500)
    .refine((url) => !/[?#]|^[^/]*\/\/[^/]*@/.test(url), 'must have no user, no password, no query and no fragment'),
  dialect: z.enum(bridgeDialects).default('auto'),
  /** With a user the key is sent as `user:key`; the url is that of the account in the CRM. */
  needs: z
    .array(z.enum(bridgeNeeds))
    .min(1)
    .max(bridgeNeeds.length)
    .refine((all) => all.includes('key'), 'must include key')
    .default(['key']),
  /** What calls can be logged to. */
  entityTypes: z.array(z.enum(entityTypes)).max(entityTypes.length).default(['contacts']),
  /** Whether contacts are written there. */
  writesContacts: z.boolean().default(true),
  /** The language of its texts and the country of its numbers. */
  locale: z
    .string()
    .regex(/^[a-z]{2}-[A-Z]{2}$/, 'must be such as de-DE')
    .default('de-DE'),
});
/** A bridge that the operator of the server lists: a program of others that speaks to a CRM. */
export type ListedBridge = z.infer<typeof listedBridge>;

const longestList = 20_000;
const mostBridges = 20;

/** A list of bridges as JSON. */
export const listedBridges = z
  .string()
  .max(longestList, `must be at most ${longestList} letters`)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(listedBridge)
      .max(mostBridges, `must be at most ${mostBridges} bridges`)
      .refine((all) => new Set(all.map(({ slug }) => slug)).size === all.length, 'must name each slug once'),
  );
