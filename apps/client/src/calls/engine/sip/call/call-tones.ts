import type { RTCSession } from 'jssip/lib/RTCSession';
import type { Log } from '../../../conductor/parts.ts';
import { CallError } from '../../call-error.ts';
import { commandsInOrder } from '../../in-order.ts';
import type { SipServer } from '../sip-server.ts';

/** Sends the tones of a leg: in its audio, or by the server while it is on hold. */
interface CallTones {
  /** Throws `CallError` INVALID_STATE_ERROR where the leg has no audio to send them in. */
  send(tones: string, session: RTCSession): void;
  /** Holds, or takes back, by this order, and remembers it. */
  hold(value: boolean, order: (value: boolean) => Promise<void>): Promise<void>;
}

/** One tone and the silence behind it, in milliseconds (RFC 4733 asks for 40 at least). */
const toneMs = 120;
const toneGapMs = 80;

export function createCallTones({
  server,
  log,
  sipCallId,
}: {
  readonly server: Pick<SipServer, 'sendTones' | 'ongoing'>;
  readonly log: Log;
  readonly sipCallId: () => string;
}): CallTones {
  const inOrder = commandsInOrder();
  /** The last order of the user here; another window may have given one as well. */
  let held = false;
  const isHeld = () =>
    held || (server.ongoing.read()?.some((row) => row.callId === sipCallId() && row.onHold) ?? false);

  /** A leg that is held lets no audio through, and so no tones in it; the server makes them for the other side. */
  function sendByServer(tones: string) {
    const id = sipCallId();
    inOrder(() => server.sendTones(id, tones)).catch((cause: unknown) => {
      log('warn', 'tones not sent', { sipCallId: id, cause: String(cause) });
    });
  }

  return {
    send(tones, session) {
      if (isHeld()) return sendByServer(tones);
      const sender = session.connection.getSenders().find(({ track }) => track?.kind === 'audio')?.dtmf;
      if (sender == null) throw new CallError('INVALID_STATE_ERROR');
      sender.insertDTMF(sender.toneBuffer + tones, toneMs, toneGapMs);
    },
    async hold(value, order) {
      await order(value);
      held = value;
    },
  };
}
