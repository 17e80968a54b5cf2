import type { Logger } from 'pino';
import type { AiServices } from '../ai/services.ts';
import type { WhenAwake } from '../cell/awake.ts';
import type { Homes } from '../cell/homes.ts';
import type { Config } from '../config.ts';
import type { ChangeFeed } from '../documents/change-feed.ts';
import type { FactBoard } from '../events.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { IsTrustedProxy } from '../network/trusted-proxies.ts';
import type { CallSteps } from '../pbx/call-steps.ts';
import type { Media } from '../pbx/media/media.ts';
import type { Database } from '../storage/database.ts';
import type { FarFiles } from '../storage/files/far-files.ts';
import type { KeptLease, NodeLease } from '../storage/node-lease.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { MediaProcesses } from './media.ts';
import type { nodePeers } from './node-peers.ts';

/** What the parts of the services process are started with. */
export interface ServicesGround {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly box: SecretBox;
  /** Files in a bucket; undefined where they lie in the data folder. */
  readonly far: FarFiles | undefined;
  readonly feed: ChangeFeed;
  readonly facts: FactBoard;
  readonly jobs: Jobs;
  readonly media: Media;
  readonly mediaProcesses: MediaProcesses;
  /** `sure`: see `KeptLease`. What arrives or is due of calls waits by `whenAwake`. */
  readonly owner: Pick<NodeLease, 'node' | 'epoch'> & Pick<KeptLease, 'sure'> & { readonly whenAwake: WhenAwake };
  /** Where companies are at home. */
  readonly homes: Homes;
  /** The other nodes of the cell, which calls go to. */
  readonly peers: ReturnType<typeof nodePeers>;
  readonly isTrustedProxy: IsTrustedProxy;
  /** What documents calls. */
  readonly ai: AiServices;
  /** Hears what calls come through; undefined where nothing is traced. */
  readonly steps: CallSteps | undefined;
  /** Has this stopped when the process ends: what was started last ends first. */
  keep(name: string, stop: () => unknown): void;
}
