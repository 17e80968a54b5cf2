import { type Dialog, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipReason } from '../../calls/legs.ts';
import type { LegGround, LegRoute } from './leg.ts';
import { reasonHeader } from './reason.ts';
import { reservedMs } from './reservation.ts';

/**
 * Says BYE as soon as something leads to the far side: a page that comes back within its time still hears that the call is
 * over. `onDone` hears that the BYE is through, or that nothing led there in time.
 */
export function sayBye(given: {
  readonly ground: Pick<LegGround, 'clock' | 'layer'>;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  readonly reason: SipReason | undefined;
  /** Whether the dialog has ended meanwhile: the two BYEs may cross. */
  isOver(): boolean;
  onDone(): void;
}): void {
  const { ground, dialog, route, reason, isOver, onDone } = given;
  const waitUntil = ground.clock.now().getTime() + reservedMs;
  const send = () => {
    if (isOver()) return;
    const flow = route.current();
    if (!flow) return ground.clock.now().getTime() < waitUntil ? void ground.clock.after(1000, send) : onDone();
    ground.layer.request(requestInside(dialog, 'BYE', { headers: reasonHeader(reason) }), flow, {
      onResponse: ({ status }) => void (status >= 200 && onDone()),
      onFailure: onDone,
    });
  };
  send();
}
