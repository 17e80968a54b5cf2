import { closeMicrophone } from '#audio/microphone.ts';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall } from '../../call-engine.ts';
import { CallError, recordingError } from '../../call-error.ts';
import type { InOrder } from '../../in-order.ts';
import { untilBack } from '../../until-back.ts';
import type { ClassicServer } from '../classic-server.ts';

/** Orders that need only the Call-ID of the call. */
export interface ClassicOrders extends Pick<EngineCall, 'hold' | 'record' | 'sendTones'> {
  /**
   * Takes a call that rings for this client. Where another one has it already, or the server did not take the order,
   * the microphone is closed. Throws `CallError` CALL_ACCEPTING_ERROR.
   */
  claim(microphone: MediaStream): Promise<'here' | 'elsewhere'>;
}

interface OrderParts {
  readonly server: Pick<ClassicServer, 'accept' | 'hold' | 'record' | 'typed'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly clientId: string;
  readonly inOrder: InOrder;
  readonly sipCallId: () => string | null;
}

/** Orders for a call that the server makes, as requests. Each fails with its own `CallError`. */
export function createClassicOrders({ server, log, clock, clientId, inOrder, sipCallId }: OrderParts): ClassicOrders {
  const known = () => knownId(sipCallId());
  return {
    async claim(microphone) {
      try {
        await server.accept(known(), clientId);
        return 'here';
      } catch (cause) {
        closeMicrophone(microphone);
        if (String((cause as { code?: unknown }).code) === 'CONFLICT') return 'elsewhere';
        throw new CallError('CALL_ACCEPTING_ERROR', cause);
      }
    },

    async hold(value) {
      try {
        await inOrder(() => untilBack(clock, () => server.hold(known(), value)));
      } catch (cause) {
        throw new CallError(value ? 'HOLD_FAILED' : 'UNHOLD_FAILED', cause);
      }
    },

    async record(on) {
      try {
        await inOrder(() => server.record(known(), on, clientId));
      } catch (cause) {
        throw recordingError(on, cause);
      }
    },

    sendTones(tones) {
      inOrder(() => server.typed(known(), tones)).catch((cause: unknown) => {
        log('warn', 'tones not sent', { sipCallId: sipCallId(), cause: String(cause) });
      });
    },
  };
}

/**
 * The Call-ID of a call that the server has taken the order for. Throws `CallError` INVALID_STATE_ERROR before that.
 */
export function knownId(sipCallId: string | null): string {
  if (sipCallId === null) throw new CallError('INVALID_STATE_ERROR');
  return sipCallId;
}
