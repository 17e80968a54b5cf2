/** What is left to try for a call that nobody has taken yet. Plain JSON, which only those who make plans read. */
export type RoutePlan = ChannelPlan;

/** Where a call stands in a channel. */
export interface ChannelPlan {
  readonly kind: 'channel';
  readonly channelId: string;
  /** The channel that was called, where the call was forwarded from it; else null. */
  readonly cameInOn: string | null;
  /** Channels that the call has been in, this one included: it comes to none of them again. */
  readonly visited: readonly string[];
  readonly at: ChannelStep;
  /** What is left of the channel's ring time. */
  readonly msLeft: number;
  /** Members who had their turn. */
  readonly rung: readonly string[];
}

/**
 * `arrives`: nothing was done yet. `opens`: the announcement is over. `closed`: so is the one outside the hours. `rings`:
 * members ring, or are waited for. `over`: the channel has done what it can.
 */
export type ChannelStep = 'arrives' | 'opens' | 'closed' | 'rings' | 'over';

/** A call that comes to a channel. */
export const arrivalAt = (channelId: string): ChannelPlan => ({
  ...{ kind: 'channel', channelId, cameInOn: null, visited: [channelId] },
  ...{ at: 'arrives', msLeft: 0, rung: [] },
});
