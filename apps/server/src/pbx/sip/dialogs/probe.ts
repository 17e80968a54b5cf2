import { type Dialog, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import type { LegGround, LegRoute } from './leg.ts';

/** How often a phone is asked whether it still knows the call; a page is watched by its connection. */
const probeEveryMs = 120_000;

/**
 * Asks a phone by OPTIONS inside its dialog, until it is stopped: one that lost power says no BYE, and its call would stay
 * open for ever. `onGone` hears that it knows of no call, or is silent.
 */
export function startProbe(given: {
  readonly ground: Pick<LegGround, 'clock' | 'layer'>;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  onGone(): void;
}): { stop(): void } {
  const { ground, dialog, route, onGone } = given;
  let cancel = () => {};
  const ask = () => {
    const flow = route.current();
    if (!flow || flow.transport === 'ws' || flow.transport === 'wss') return;
    ground.layer.request(requestInside(dialog, 'OPTIONS'), flow, {
      // Any other answer, even a refusal, comes from a phone that lives.
      onResponse: ({ status }) => void ((status === 481 || status === 408) && onGone()),
      onFailure: onGone,
    });
  };
  const askLater = () => {
    cancel = ground.clock.after(probeEveryMs, () => {
      ask();
      askLater();
    });
  };
  askLater();
  return { stop: () => cancel() };
}
