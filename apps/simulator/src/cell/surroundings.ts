import type { Exchange } from '../../../server/src/pbx/exchange.ts';
import type { Attempt } from './attempt.ts';
import type { Life, Machine } from './machine.ts';
import type { MediaHost } from './media-host.ts';
import type { Network } from './network.ts';
import type { Phone } from './phone.ts';
import type { Planted } from './planted.ts';
import type { Scheduler } from './scheduler.ts';
import type { DatabaseLine } from './store/line.ts';
import type { Claim } from './store/seats.ts';
import type { Store } from './store/store.ts';

/** A services process as the others see it. */
export interface CarrierView {
  readonly life: Life;
  readonly claim: Claim | undefined;
  readonly exchange: Exchange | undefined;
  /** Since when it is being handed over. */
  readonly drainingSince: number | undefined;
  /** Whether calls may begin here. */
  readonly isServing: boolean;
}

/** What a services process has around it. */
export interface Surroundings {
  readonly time: Scheduler;
  readonly planted: Planted | undefined;
  readonly store: Store;
  readonly database: DatabaseLine;
  readonly network: Network;
  readonly media: MediaHost;
  /** By the clock of the database. */
  readonly databaseMs: number;
  /** A line of the story. */
  note(text: string): void;
  claimed(carrier: CarrierView, claim: Claim): void;
  ended(carrier: CarrierView): void;
  /** Nobody had carried these nodes for so long that their calls were ended. */
  tidied(carrier: CarrierView, nodes: readonly string[]): void;
  /** It leaves with so many calls that its next life does not go on with. */
  leftRinging(carrier: CarrierView, calls: number): void;
  /** It sends this to a phone. */
  says(carrier: CarrierView, address: string, text: string): void;
}

/** What is watched. */
export interface Watched extends Pick<Surroundings, 'time' | 'store' | 'media' | 'note'> {
  readonly carriers: ReadonlyMap<Machine, CarrierView>;
  readonly phones: ReadonlyMap<string, Phone>;
  readonly attempts: readonly Attempt[];
}
