import type { IncomingMessage } from 'node:http';
import type { RoomOrder } from '@sidetone/contract/entities/conference-room.ts';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { AiServices } from './ai/services.ts';
import type { Check } from './api/health.ts';
import type { Config } from './config.ts';
import type { ChangeFeed } from './documents/change-feed.ts';
import type { FactBoard } from './events.ts';
import type { Backups } from './features/administration/company/backups.ts';
import type { CallControl } from './features/call-control/call-control.ts';
import type { ClassicDoor } from './features/classic/classic-door.ts';
import type { LiveRooms } from './features/conference-rooms/feature.ts';
import type { MeasuredMachine } from './features/metrics/measure-machine.ts';
import type { LiveCalls } from './features/ongoing-calls/feature.ts';
import type { ParkedCalls } from './features/parked-calls/feature.ts';
import type {
  CallBackControl,
  QueuedCalls,
  SupervisedCalls,
  SupervisionControl,
} from './features/queue-board/feature.ts';
import type { BusyUsers } from './identity/presence-desk.ts';
import type { SyncRhythm } from './integrations/sync.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LineTests } from './pbx/line-tests.ts';
import type { TrunkAnswer } from './pbx/sip/trunks/ask-trunk.ts';
import type { Database } from './storage/database.ts';
import type { SecretBox } from './storage/secret-box.ts';

/** What the API is started with. */
export interface ApiDeps {
  readonly config: Config;
  readonly db: Database;
  /** Of the same database; its creator stops it. */
  readonly feed: ChangeFeed;
  readonly facts: FactBoard;
  readonly box: SecretBox;
  /** Of the same database; its creator stops it. */
  readonly jobs: Jobs;
  readonly log: Logger;
  /** What the server needs besides the database, such as the media process. */
  readonly checks?: Readonly<Record<string, Check>>;
  /** What each media process is doing, for metrics; left out: nothing is said of any. */
  readonly media?: MeasuredMachine['media'];
  /** What HTTPS is served with by now; `authority` is the certificate of an own authority, for others to trust. */
  readonly tls?: () => { readonly key: string; readonly cert: string; readonly authority?: string | undefined };
  /** Why the certificate in the files is not used, but the one before; left out: it is. */
  readonly refusedCertificate?: () => string | null;
  /** Whether the server is about to end, and takes nothing more; left out: it is not. */
  readonly isStopping?: () => boolean;
  readonly setUpCode?: string;
  readonly clientFolder?: string;
  readonly exchange: ExchangeDoor;
  /** What documents calls; left out: nothing is set up. */
  readonly aiServices?: AiServices;
  /** When connected address books are synchronised; left out: as usual. */
  readonly syncRhythm?: SyncRhythm;
  /** Copies of everything; without them none can be made. */
  readonly backups?: Backups;
}

/** What the API needs of the exchange. */
interface ExchangeDoor {
  /** What users do to their live calls. */
  readonly control: CallControl;
  /** Calls of clients of the classic generation. */
  readonly classic: ClassicDoor;
  /** A browser's SIP connection (RFC 7118). */
  sipSocket(socket: WebSocket, request: IncomingMessage): void;
  /** Asks the other side of a trunk now; undefined while nothing leads there. */
  askTrunk?: ((trunkId: string) => Promise<TrunkAnswer | undefined>) | undefined;
  /** Tests a trunk by a call of its own; undefined: nothing is tested. */
  readonly testLine?: LineTests['testLine'];
  /** Asks a desk phone to fetch its settings; gives how many of its registrations were asked. */
  tellToFetch?(endpointId: string): number;
  /** Begins the check of a secret that somebody at this address came with for `name`; null while none from there is checked. */
  checkSecret?(address: string, name: string): SecretCheck | null;
  /** Captures more of a running call for its documentation, or nothing more. */
  steerCapture?(call: { readonly channelId: string; readonly docId: string }, isWanted: boolean): Promise<void>;
  /** Has done what a voice bot wants of its call; false where it has none of this id. */
  steerBot?(resultId: string, command: 'hangUp' | 'handOver'): boolean;
  /** Who of them is busy; left out: nobody. */
  readonly busy?: BusyUsers;
  /** The live calls of users; left out: there are none. */
  readonly ongoing?: LiveCalls;
  /** The live calls of queues; left out: there are none. */
  readonly board?: QueuedCalls & {
    /** Of all channels; `since` in ms since 1970. */
    everyCall(): readonly {
      readonly channelId: string;
      readonly state: 'waiting' | 'talking';
      readonly since: number;
    }[];
  };
  /** What is done about callers of queues who are called back; left out: there are none. */
  readonly callBacks?: CallBackControl;
  /** Who listens to calls of queues; left out: nobody. */
  readonly supervised?: SupervisedCalls;
  /** What supervisors do; left out: nothing. */
  readonly supervision?: SupervisionControl;
  /** Who is in which conference room; without it nobody is. */
  readonly rooms?: LiveRooms;
  /** Carries out an order about a conference room; false where nobody is in it, or not this person. */
  steerRoom?(accountId: string, roomId: string, order: RoomOrder): boolean;
  /** Which calls are parked; without it none are. */
  readonly parked?: ParkedCalls;
  /** How many legs and transactions live, for metrics. */
  sipSizes?(): { readonly legs: number; readonly transactions: number };
}

/** One secret that is being checked; it counts as wrong until it is known to be right. */
interface SecretCheck {
  right(): void;
  wrong(accountId: string | null): void;
}
