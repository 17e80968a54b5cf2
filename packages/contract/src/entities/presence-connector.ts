import { z } from 'zod';
import { timestamp } from './common.ts';

/** Why someone has to sign in at Microsoft again: it ended the sign-in, or does not allow this any longer. */
const presenceProblems = ['signedOut', 'forbidden'] as const;

/** What this server lacks, so that nobody can connect: a client at Microsoft, or an address that browsers come back to. */
const presenceLacks = ['client', 'publicUrl'] as const;

/** What Microsoft calls the user, mostly an address of mail, and since when they have been connected. */
const account = { account: z.string(), since: timestamp };

/**
 * Whether Microsoft Teams shows that the user talks. It is connected while there are both tokens, the one that gives access and
 * the one that renews it. ENT-060
 */
export const presenceConnector = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unavailable'), lacks: z.array(z.enum(presenceLacks)) }),
  z.object({ state: z.literal('disconnected') }),
  z.object({ ...account, state: z.literal('connected') }),
  z.object({ ...account, state: z.literal('reconnect'), problem: z.enum(presenceProblems) }),
]);
export type PresenceConnector = z.infer<typeof presenceConnector>;
