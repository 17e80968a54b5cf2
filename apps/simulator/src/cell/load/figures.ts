/** Processor time and counts as `docs/BENCHMARKS.md` has them, in ms unless said otherwise. */
export interface Figures {
  /** Of a call, from its INVITE to a second after its end. */
  readonly services: number;
  readonly postgres: number;
  readonly media: number;
  /** Commits of a call that notify. */
  readonly notices: number;
  /** Of a registration with its challenge. */
  readonly register: number;
  /** Of one client at rest, for a second. */
  readonly client: number;
  /** CPU-s of a call-minute with a browser, and between phone and trunk. */
  readonly browserMinute: number;
  readonly phoneMinute: number;
}

/** Five calls a second, one phone rings, quiet machine. */
export const phonesAlone: Figures = {
  services: 20,
  postgres: 11,
  media: 3.1,
  notices: 8,
  register: 1000 / 1667,
  client: 0,
  browserMinute: 0.32,
  phoneMinute: 0.05,
};

/** The same with fifty clients, and what they take at rest. */
export const withClients: Figures = {
  ...phonesAlone,
  services: 32.5,
  postgres: 14.7,
  media: 2.5,
  client: 1200 / 60 / 50,
};

/** Of the work of a call: until it rings, when it is answered, at its end. Guessed from the statements of each, not measured. */
export const phases = [0.45, 0.3, 0.25] as const;

/** What of registrations and clients at rest is PostgreSQL's; guessed likewise. */
export const postgresShare = 0.35;

/** Commits with a notice that one PostgreSQL takes in a second: between 600 and 1,200 on the machine of the figures. */
export const noticesASecond = 800;
