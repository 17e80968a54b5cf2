import { reportRhythm } from '@sidetone/contract/entities/alarm.ts';
import { z } from 'zod';

const count = z.number().nonnegative();

const channelTotals = z.object({
  name: z.string(),
  incoming: count,
  answered: count,
  missed: count,
  outgoing: count,
  talkedSeconds: count,
  /** Calls that count for the service level, and those of them that were answered in time. */
  measured: count,
  inTime: count,
});

const costCentreTotals = z.object({
  /** Empty for calls without one. */
  name: z.string(),
  calls: count,
  talkedSeconds: count,
});

/** What calls came to: in all channels, in each that had any, and for each cost centre. */
const callTotals = z.object({
  /** Less than the sum of the channels where a call is in several of them. */
  total: channelTotals.omit({ name: true }),
  channels: z.array(channelTotals),
  costCentres: z.array(costCentreTotals),
});
export type CallTotals = z.infer<typeof callTotals>;

/** A report as it is kept until it is sent; everybody gets the same. */
export const calledReport = callTotals.extend({ rhythm: reportRhythm, from: z.string(), to: z.string() });
export type CalledReport = z.infer<typeof calledReport>;
