import type { ExchangeClock } from '../../ports.ts';
import type { Transport } from '../wires/flow.ts';

/** A leg that lost its connection waits this long for the device to register again. */
export const reservedMs = 30_000;
/** A phone on TLS may notice only when it refreshes its registration, for which a minute is the least. */
const reservedForTlsMs = 90_000;

/** The time that a leg without a connection leaves its device to come back. */
export interface Reservation {
  readonly running: boolean;
  begin(transport: Transport | undefined): void;
  end(): void;
}

/** `onOver` hears that the time is over. */
export function openReservation(clock: ExchangeClock, onOver: () => void): Reservation {
  let cancel: (() => void) | undefined;
  return {
    get running() {
      return cancel !== undefined;
    },
    begin(transport) {
      cancel = clock.after(transport === 'tls' ? reservedForTlsMs : reservedMs, () => {
        cancel = undefined;
        onOver();
      });
    },
    end() {
      cancel?.();
      cancel = undefined;
    },
  };
}
