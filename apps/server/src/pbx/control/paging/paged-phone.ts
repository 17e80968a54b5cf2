import { allCodecs } from '../../calls/call.ts';
import type { LegOrder, RegisteredContact } from '../../calls/legs.ts';
import type { Media } from '../../media/media.ts';
import { beep } from '../../media/sounds.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { WaitingLegs } from '../arriving/waiting-legs.ts';
import type { OfLeg } from '../call-table.ts';
import type { LegTable } from '../leg-table.ts';

export interface PhoneParts {
  readonly media: Media;
  readonly legs: Pick<LegTable, 'order'>;
  readonly waiting: Pick<WaitingLegs, 'begin'>;
  readonly clock: ExchangeClock;
  newId(): string;
  warn(error: unknown): void;
}

type Invite = Extract<LegOrder, { do: 'invite' }>;

/** What a phone is told of the page. */
export interface PhoneCall extends Pick<Invite, 'sessionId' | 'from' | 'to'> {
  readonly contact: RegisteredContact;
}

/** A phone that is asked to answer by itself. Its leg is in no call: nobody's inbox has it, and nobody records it. */
export interface PagedPhone {
  readonly mediaId: string;
  /** True once it is on the line, false where it does not answer by itself. */
  readonly answered: Promise<boolean>;
  /** It is off the line, or never was on it. */
  readonly over: Promise<void>;
  end(): void;
}

/** A phone that answers by itself does it before anybody could lift the receiver. */
const answerMs = 5000;

export function pagedPhone(parts: PhoneParts, call: PhoneCall): PagedPhone {
  const phone: Phone = {
    parts,
    call,
    legId: parts.newId(),
    mediaId: parts.newId(),
    ended: Promise.withResolvers<'ended'>(),
    isEnded: false,
  };
  const answered = Promise.withResolvers<boolean>();
  const over = onTheLine(phone, () => answered.resolve(true))
    .catch(parts.warn)
    .finally(() => answered.resolve(false));
  return {
    mediaId: phone.mediaId,
    answered: answered.promise,
    over,
    end() {
      phone.isEnded = true;
      phone.ended.resolve('ended');
    },
  };
}

interface Phone {
  readonly parts: PhoneParts;
  readonly call: PhoneCall;
  readonly legId: string;
  readonly mediaId: string;
  readonly ended: PromiseWithResolvers<'ended'>;
  isEnded: boolean;
}

async function onTheLine(phone: Phone, isThere: () => void): Promise<void> {
  const { parts, call, legId, mediaId } = phone;
  const { media, legs, waiting } = parts;
  const { contact, ...told } = call;
  const { address, srtp } = contact;
  const { sdp: offer } = await media.openEndpoint({
    endpointId: mediaId,
    kind: contact.media,
    codecs: allCodecs,
    farAddress: address,
    far: 'device',
    ...(srtp && { srtp }),
  });
  const leg = waiting.begin(legId);
  let isUp = false;
  try {
    if (phone.isEnded) return;
    const target = { kind: 'device', contact } as const;
    legs.order({ do: 'invite', legId, sipCallId: parts.newId(), target, offer, answersItself: true, ...told });
    const sdp = await answerOf(phone, leg.next);
    if (sdp === null) return;
    isUp = true;
    legs.order({ do: 'acknowledge', legId });
    await media.acceptAnswer(mediaId, sdp);
    if (phone.isEnded) return;
    // Heard before anything that is said.
    await media.play(mediaId, beep);
    isThere();
    isUp = await follow(phone, leg.next);
  } finally {
    if (isUp) legs.order({ do: 'bye', legId });
    leg.end();
    await media.close(mediaId);
  }
}

/** The SDP that it answers with; null where it does not, or not in time. */
async function answerOf(phone: Phone, next: () => Promise<OfLeg>): Promise<string | null> {
  const { parts, legId, ended } = phone;
  const late = Promise.withResolvers<'late'>();
  const stop = parts.clock.after(answerMs, () => late.resolve('late'));
  try {
    for (let early: string | undefined; ; ) {
      const fact = await Promise.race([next(), ended.promise, late.promise]);
      if (fact === 'ended' || fact === 'late') break;
      if (fact.type === 'provisional') early = fact.sdp ?? early;
      if (fact.type === 'refused' || fact.type === 'unreachable' || fact.type === 'ended') return null;
      if (fact.type !== 'answered') continue;
      const sdp = fact.sdp ?? early;
      if (sdp !== undefined) return sdp;
      parts.legs.order({ do: 'bye', legId });
      return null;
    }
    parts.legs.order({ do: 'cancel', legId });
    return null;
  } finally {
    stop();
  }
}

/** What the phone does while it hears the page. False once it has hung up. */
async function follow({ parts, legId, mediaId, ended }: Phone, next: () => Promise<OfLeg>): Promise<boolean> {
  const { media, legs } = parts;
  for (;;) {
    const fact = await Promise.race([next(), ended.promise]);
    if (fact === 'ended') return true;
    switch (fact.type) {
      case 'ended':
      case 'unreachable':
        return false;
      case 'referred':
        legs.order({ do: 'refuseRefer', legId, referId: fact.referId, status: 403 });
        break;
      case 'acknowledged':
        if (fact.sdp !== undefined) await media.acceptAnswer(mediaId, fact.sdp);
        break;
      case 'reoffered': {
        // A phone holds the page to call somebody, an emergency number among them.
        const answer =
          fact.sdp === undefined ? media.reoffer(mediaId, 'sendrecv') : media.answerReoffer(mediaId, fact.sdp);
        await answer.then(
          ({ sdp }) => legs.order({ do: 'answerReoffer', legId, sdp }),
          () => legs.order({ do: 'refuseReoffer', legId, status: 488 }),
        );
        break;
      }
      default:
        break;
    }
  }
}
