/** Where a process that writes calls into a CRM is killed. */
export const killPlaces = [
  /** The ledger says that it is being sent; nothing has left. */
  'beforeSend',
  /** The CRM has it; its answer has not come. */
  'afterSend',
  /** The answer is here; the ledger does not know it yet. */
  'afterAnswer',
  /** A change is about to leave, or was just answered. */
  'beforeEdit',
  'afterEdit',
  /** The sweep has closed a log by itself, in a transaction that has not committed. */
  'inSweep',
  /** The CRM gave a new token for the old one, which is good for nothing now; nobody has kept the new one. */
  'inRefresh',
  /** Not the process but the database: it ends all connections at any moment, as when it is started again. */
  'databaseAway',
  /** At any moment. */
  'anywhere',
] as const;
export type KillPlace = (typeof killPlaces)[number];

/** What the process is told, as JSON in its first argument. */
export interface WorkerOrders {
  readonly databaseUrl: string;
  readonly portalUrl: string;
  /** The app that the connection was signed in with, if it was. */
  readonly app: { readonly id: string; readonly secret: string };
  /** Null: it is not killed by itself. */
  readonly place: KillPlace | null;
  /** How often it gets there before. */
  readonly spared: number;
}

/** What the process says. */
export type WorkerSays = 'idle';
