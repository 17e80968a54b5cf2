import { sipIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import type { IncomingEvent, OutgoingEvent, RTCSession } from 'jssip/lib/RTCSession';
import type { SipEnd } from './reasons.ts';
import { finish, keepDialog, repairPath, type SipLeg, watchPeer } from './sip-leg.ts';

/** The events of a JsSIP session that a leg follows. */
interface SessionEvents {
  readonly progress: IncomingEvent | OutgoingEvent;
  readonly accepted: unknown;
  readonly confirmed: unknown;
  readonly failed: SipEnd;
  readonly ended: SipEnd;
  readonly peerconnection: { readonly peerconnection: RTCPeerConnection };
  readonly icecandidate: { readonly ready: () => void };
}

/** The step that the leg takes with each event. */
const steps: { readonly [Name in keyof SessionEvents]: (leg: SipLeg, event: SessionEvents[Name]) => void } = {
  progress({ tap }, event) {
    if (!('response' in event) || event.response === null) return;
    if (event.response.status_code === 180) tap.tell({ type: 'remoteRings' });
    if (event.response.body) tap.tell({ type: 'earlyMedia' });
  },
  accepted(leg) {
    const { facts, isTakenBack } = leg.parts;
    if (leg.stage === 'waiting') leg.stage = 'established';
    repairPath(leg);
    if (facts.direction === 'OUTGOING' || isTakenBack) leg.tap.tell({ type: 'answered' });
  },
  confirmed(leg) {
    keepDialog(leg);
    if (leg.parts.facts.direction === 'INCOMING') leg.tap.tell({ type: 'answered' });
  },
  failed: finish,
  ended: finish,
  peerconnection: (leg, { peerconnection }) => watchPeer(leg, peerconnection),
  icecandidate(leg, { ready }) {
    // The event comes for every candidate; the time begins with the first.
    leg.cancelGathering ??= leg.parts.clock.after(sipIceGatheringTimeoutMs, ready);
  },
};

/** Takes the steps of a leg with the events of its session, until another session has taken the place of this one. */
export function followSession(leg: SipLeg, session: RTCSession): void {
  const events = session as unknown as { on(name: string, listener: (event: never) => void): void };
  for (const [name, step] of Object.entries(steps)) {
    events.on(name, (event) => {
      if (leg.session === session) step(leg, event);
    });
  }
}
