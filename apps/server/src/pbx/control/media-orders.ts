import type { Call, Caller, Fork } from '../calls/call.ts';
import type { CallFact, CallOrder } from '../calls/call-facts.ts';
import { legOf } from '../calls/turn.ts';
import { type Media, MediaError, type MediaErrorCode, type SrtpPolicy } from '../media/media.ts';

type MediaOrder = Extract<
  CallOrder,
  {
    do:
      | 'openMedia'
      | 'acceptAnswer'
      | 'answerReoffer'
      | 'reoffer'
      | 'bridge'
      | 'hold'
      | 'echo'
      | 'play'
      | 'sendDtmf'
      | 'closeMedia';
  }
>;

export interface MediaOrders {
  /** Does one order and tells the call what came of it. Fulfils when done; rejects only for `hold` and `sendDtmf`. */
  perform(order: MediaOrder, call: Call): Promise<void>;
}

/** Orders to media endpoints, in turn for each endpoint: of all calls, since endpoints go from one call to another. */
export interface MediaQueue {
  readonly media: Media;
  inTurn<T>(endpointIds: readonly string[], task: () => Promise<T>): Promise<T>;
  /** The endpoint is closed. */
  forget(endpointId: string): void;
}

export function mediaQueue(media: Media): MediaQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    media,
    inTurn(ids, task) {
      const done = Promise.allSettled(ids.map((id) => tails.get(id))).then(task);
      for (const id of ids) tails.set(id, done);
      return done;
    },
    forget: (endpointId) => void tails.delete(endpointId),
  };
}

type Leg = Caller | Fork;

/** What an order does at the endpoint of its leg, and what it tells the call. Where it fails, the error is for `failed`. */
interface Doing<Order extends MediaOrder> {
  perform(media: Media, leg: Leg, order: Order, call: Call): Promise<CallFact>;
  failed(legId: string, error: unknown): CallFact;
}

const refused = (legId: string, error: unknown): CallFact => ({ type: 'mediaRefused', legId, code: codeOf(error) });
const impossible = (legId: string): CallFact => ({ type: 'reofferImpossible', legId });

/** Orders that agree on a description with the far side: the call hears what comes of them. */
const agreeing: { readonly [Kind in AgreeingKind]: Doing<Extract<MediaOrder, { do: Kind }>> } = {
  openMedia: {
    async perform(media, leg, { offer, codecs }, call) {
      const request = { endpointId: leg.mediaId, codecs, ...farSideOf(leg, call, offer === null) };
      const { sdp } = await media.openEndpoint(offer === null ? request : { ...request, offer });
      return { type: 'mediaOpened', legId: leg.legId, sdp };
    },
    failed: refused,
  },
  acceptAnswer: {
    async perform(media, { legId, mediaId }, { sdp }) {
      const { codec } = await media.acceptAnswer(mediaId, sdp);
      return { type: 'mediaAgreed', legId, codec };
    },
    failed: refused,
  },
  answerReoffer: {
    async perform(media, { legId, mediaId }, order) {
      const { sdp, farDirection } = await media.answerReoffer(mediaId, order.sdp);
      return { type: 'reofferReady', legId, sdp, farDirection };
    },
    failed: impossible,
  },
  reoffer: {
    async perform(media, { legId, mediaId }) {
      const { sdp } = await media.reoffer(mediaId, 'sendrecv');
      return { type: 'reofferReady', legId, sdp };
    },
    failed: impossible,
  },
};

type AgreeingKind = 'openMedia' | 'acceptAnswer' | 'answerReoffer' | 'reoffer';
type Agreeing = Extract<MediaOrder, { do: AgreeingKind }>;
const isAgreeing = (order: MediaOrder): order is Agreeing => order.do in agreeing;

/**
 * Orders to one endpoint run one after the other, so that nothing overtakes its opening and nothing follows its closing;
 * different endpoints do not wait for each other.
 */
export function mediaOrders(
  { media, inTurn, forget }: MediaQueue,
  tell: (fact: CallFact) => void,
  warn: (error: unknown, what: string) => void,
): MediaOrders {
  /** What cannot be done here ends nothing by itself: when the endpoint is gone, a fact of its own says so. */
  const attempt = (ids: readonly string[], what: string, task: () => Promise<void>): Promise<void> =>
    inTurn(ids, task).catch((error: unknown) => warn(error, what));

  async function agree(order: Agreeing, leg: Leg, call: Call): Promise<void> {
    const { perform, failed } = agreeing[order.do] as Doing<Agreeing>;
    try {
      tell(await inTurn([leg.mediaId], () => perform(media, leg, order, call)));
    } catch (error) {
      warn(error, order.do);
      tell(failed(leg.legId, error));
    }
  }

  return {
    async perform(order, call) {
      if (order.do === 'closeMedia') {
        const { mediaId } = order;
        await attempt([mediaId], 'closeMedia', () => media.close(mediaId));
        forget(mediaId);
        return;
      }
      const [first, second] = order.do === 'bridge' ? order.legIds : [order.legId];
      const leg = legOf(call, first);
      if (!leg) return;
      if (isAgreeing(order)) return await agree(order, leg, call);
      const { mediaId } = leg;
      switch (order.do) {
        case 'bridge': {
          const other = second === undefined ? undefined : legOf(call, second);
          if (!other) return;
          return await attempt([mediaId, other.mediaId], 'bridge', () => media.bridge(mediaId, other.mediaId));
        }
        case 'hold':
          return await inTurn([mediaId], () => media.hold(mediaId, order.held));
        case 'echo':
          return await attempt([mediaId], 'echo', () => media.echo(mediaId, true));
        case 'play':
          return await attempt([mediaId], 'play', () => media.play(mediaId, order.sound));
        case 'sendDtmf':
          return await inTurn([mediaId], () => media.sendDtmf(mediaId, order.digit));
      }
    },
  };
}

/** Whom we invite is asked for encryption alone at first: the core asks again without it where that is refused. */
const srtpOf = (leg: Caller | Fork, weOffer: boolean): SrtpPolicy =>
  weOffer && 'target' in leg && leg.srtp === 'offer' ? 'require' : (leg.srtp ?? 'off');

/** Who is at the other end of the audio. A leg of nobody's device came by a trunk, or by a phone's registrar. */
const farSideOf = (leg: Caller | Fork, call: Call, weOffer: boolean) => ({
  kind: leg.mediaKind,
  farAddress: leg.address,
  far: leg.endpointId === null ? ('trunk' as const) : ('device' as const),
  srtp: srtpOf(leg, weOffer),
  ...(call.isForHelp && { emergency: true as const }),
  beside: [call.caller, ...call.forks].map(({ mediaId }) => mediaId).filter((mediaId) => mediaId !== leg.mediaId),
});

const codeOf = (error: unknown): MediaErrorCode => (error instanceof MediaError ? error.code : 'INTERNAL');
