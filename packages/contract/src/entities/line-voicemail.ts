import { z } from 'zod';
import { type ChannelRouting, channelRouting, type RoutingDestination } from './channel-routing.ts';

/** How long someone's own line rings before its voicemail answers, where nobody said otherwise. */
export const lineRingSeconds = 25;

const ringSeconds = z.int().min(5).max(120);

/** The voicemail of someone's own line, as its owner sees it. */
export const lineVoicemail = z.object({
  /** Callers that nobody takes can leave a message. */
  enabled: z.boolean(),
  ringSeconds: z.number(),
  /** An administrator sends the calls that nobody takes somewhere else, which the owner cannot change. */
  sentElsewhere: z.boolean(),
});
export type LineVoicemail = z.infer<typeof lineVoicemail>;

/** What is missing stays; switched on without a time, the line rings for `lineRingSeconds`. */
export const lineVoicemailChange = z
  .object({ enabled: z.boolean(), ringSeconds })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type LineVoicemailChange = z.infer<typeof lineVoicemailChange>;

/** What the routing of someone's own line means for its voicemail. */
export const lineVoicemailOf = ({ overflow, voicemail, ringSeconds }: ChannelRouting): LineVoicemail => ({
  enabled: voicemail.enabled && overflow.kind === 'voicemail',
  ringSeconds,
  sentElsewhere: overflow.kind === 'channel' || overflow.kind === 'number',
});

/**
 * The routing of a line with its voicemail switched. On, it takes what nobody takes and what comes outside the hours;
 * where calls are sent elsewhere they still are.
 */
export function withLineVoicemail(routing: ChannelRouting, change: LineVoicemailChange): ChannelRouting {
  const before = lineVoicemailOf(routing);
  const { enabled = before.enabled } = change;
  const ringSeconds = change.ringSeconds ?? (enabled && !before.enabled ? lineRingSeconds : routing.ringSeconds);
  const sent = (to: RoutingDestination): RoutingDestination =>
    to.kind !== 'none' && to.kind !== 'voicemail' ? to : { kind: enabled ? 'voicemail' : 'none' };
  const holidays = routing.holidays.map((holiday) =>
    // A holiday without a destination goes by the hours.
    !enabled && holiday.destination?.kind === 'voicemail' ? { ...holiday, destination: null } : holiday,
  );
  const voicemail = { ...routing.voicemail, enabled };
  return {
    ...routing,
    ringSeconds,
    holidays,
    voicemail,
    overflow: sent(routing.overflow),
    closed: sent(routing.closed),
  };
}

/** The routing of a new person's line. */
export const routingOfNewLine = (voicemail: boolean): ChannelRouting => {
  const routing = channelRouting.parse({});
  return voicemail ? withLineVoicemail(routing, { enabled: true }) : routing;
};
