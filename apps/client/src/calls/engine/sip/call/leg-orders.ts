import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall } from '../../call-engine.ts';
import { CallError, recordingError } from '../../call-error.ts';
import type { InOrder } from '../../in-order.ts';
import { untilBack } from '../../until-back.ts';
import type { SipServer } from '../sip-server.ts';

/** Orders that concern the leg and not one of its lines. */
export interface LegOrders extends Pick<EngineCall, 'hold' | 'record'> {
  /** Reads the server's row, which names a recording that was begun elsewhere. */
  read(row: OngoingCall): void;
}

/** Holds and records the leg with this Call-ID, one order after the other. */
export function createLegOrders(server: SipServer, clock: Clock, sipCallId: () => string, inOrder: InOrder): LegOrders {
  let recordingId: string | null = null;
  return {
    read(row) {
      recordingId = row.recording?.id ?? recordingId;
    },

    async hold(value) {
      try {
        await inOrder(() => untilBack(clock, () => server.hold(sipCallId(), value)));
      } catch (cause) {
        throw new CallError(value ? 'HOLD_FAILED' : 'UNHOLD_FAILED', cause);
      }
    },

    async record(on) {
      try {
        if (on) {
          recordingId = await inOrder(() => server.startRecording(sipCallId()));
          return;
        }
        const id = recordingId;
        if (id === null) throw new Error('there is no recording');
        await inOrder(() => untilBack(clock, () => server.stopRecording(sipCallId(), id)));
      } catch (cause) {
        throw recordingError(on, cause);
      }
    },
  };
}
