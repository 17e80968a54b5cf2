import type { EngineTransfer } from '../../engine/call-engine.ts';
import type { Hold } from '../hold.ts';
import type { Log } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** The warm transfer of this client, and calls that are being handed over. */
export interface TransferDesk {
  readonly log: Log;
  readonly stage: Stage;
  readonly hold: Hold;
  /** The transfer of the engine; null while there is none, or TARGET is still being called. */
  running: EngineTransfer | null;
  /** The TARGET that goes with an INITIAL that is being handed over. */
  readonly handed: Map<string, string>;
}
