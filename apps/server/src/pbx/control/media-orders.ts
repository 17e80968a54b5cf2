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
      const { legId, mediaId } = leg;
      switch (order.do) {
        case 'openMedia':
          try {
            const { offer, codecs } = order;
            const request = { endpointId: mediaId, codecs, ...farSideOf(leg, call, offer === null) };
            const opened = await inTurn([mediaId], () =>
              media.openEndpoint(offer === null ? request : { ...request, offer }),
            );
            tell({ type: 'mediaOpened', legId, sdp: opened.sdp });
          } catch (error) {
            warn(error, 'openMedia');
            tell({ type: 'mediaRefused', legId, code: codeOf(error) });
          }
          return;
        case 'acceptAnswer':
          try {
            const { codec } = await inTurn([mediaId], () => media.acceptAnswer(mediaId, order.sdp));
            tell({ type: 'mediaAgreed', legId, codec });
          } catch (error) {
            warn(error, 'acceptAnswer');
            tell({ type: 'mediaRefused', legId, code: codeOf(error) });
          }
          return;
        case 'answerReoffer':
          try {
            const { sdp, farDirection } = await inTurn([mediaId], () => media.answerReoffer(mediaId, order.sdp));
            tell({ type: 'reofferReady', legId, sdp, farDirection });
          } catch (error) {
            warn(error, 'answerReoffer');
            tell({ type: 'reofferImpossible', legId });
          }
          return;
        case 'reoffer':
          try {
            const { sdp } = await inTurn([mediaId], () => media.reoffer(mediaId, 'sendrecv'));
            tell({ type: 'reofferReady', legId, sdp });
          } catch (error) {
            warn(error, 'reoffer');
            tell({ type: 'reofferImpossible', legId });
          }
          return;
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

/** Who is at the other end of the audio. Whose leg is nobody's device came by a trunk, or by a phone's registrar. */
const farSideOf = (leg: Caller | Fork, call: Call, weOffer: boolean) => ({
  kind: leg.mediaKind,
  farAddress: leg.address,
  far: leg.endpointId === null ? ('trunk' as const) : ('device' as const),
  srtp: srtpOf(leg, weOffer),
  ...(call.isForHelp && { emergency: true as const }),
});

const codeOf = (error: unknown): MediaErrorCode => (error instanceof MediaError ? error.code : 'INTERNAL');
