/**
 * The audio of a leg. `none` before an endpoint was asked for; `open` from then on; `connected` once media tells that
 * packets can pass. `offered` and `reoffered` are the same two while an offer of ours is out in a 200 and the ACK has to
 * bring its answer. `closed` is the end. What was agreed on is the codec of the fork: media may tell of the connection first.
 */
export type LegMedia = 'none' | 'open' | 'offered' | 'connected' | 'reoffered' | 'closed';

type Change = 'connects' | 'offers' | 'isAnswered';

const after: Record<LegMedia, Record<Change, LegMedia>> = {
  none: { connects: 'none', offers: 'none', isAnswered: 'none' },
  open: { connects: 'connected', offers: 'offered', isAnswered: 'open' },
  offered: { connects: 'reoffered', offers: 'offered', isAnswered: 'open' },
  connected: { connects: 'connected', offers: 'reoffered', isAnswered: 'connected' },
  reoffered: { connects: 'reoffered', offers: 'reoffered', isAnswered: 'connected' },
  closed: { connects: 'closed', offers: 'closed', isAnswered: 'closed' },
};

/** Packets can pass. */
export const afterConnection = (media: LegMedia): LegMedia => after[media].connects;

/** An offer of ours went out in a 200. */
export const afterOffer = (media: LegMedia): LegMedia => after[media].offers;

/** The ACK came, with the answer or without it, or there is no longer anything to wait for. */
export const afterAck = (media: LegMedia): LegMedia => after[media].isAnswered;

/** Whether there is an endpoint. */
export const hasAudio = (media: LegMedia): boolean => media !== 'none' && media !== 'closed';

/** Whether packets can pass. */
export const isConnected = (media: LegMedia): boolean => media === 'connected' || media === 'reoffered';

/** Whether the ACK has to bring the answer to an offer of ours. */
export const isAnswerDue = (media: LegMedia): boolean => media === 'offered' || media === 'reoffered';
