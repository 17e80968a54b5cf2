import type { Logger } from 'pino';
import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

/** What Microsoft gave for a sign-in. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: Date;
}

/** Who has whose presence. */
interface Of {
  readonly accessToken: string;
  /** As Microsoft names them. */
  readonly userId: string;
}

/** What Microsoft says that a user does. */
export interface RemotePresence {
  readonly availability: string;
  readonly activity: string;
}

/** Whom users show that they talk. Everything rejects with an error that `troubleOf` reads. */
export interface PresenceService {
  authorizeUrl(given: {
    readonly redirect: string;
    readonly state: string;
    readonly verifier: string;
  }): Promise<string>;
  redeem(
    code: string,
    given: { readonly redirect: string; readonly state: string; readonly verifier: string },
  ): Promise<Tokens>;
  renew(refresh: string): Promise<Tokens>;
  whoIs(accessToken: string, signal: AbortSignal): Promise<{ readonly userId: string; readonly name: string }>;
  setPresence(
    of: Of,
    presence: {
      readonly availability: 'Busy' | 'DoNotDisturb';
      readonly activity: 'InACall' | 'Presenting';
      readonly expirationDuration: string;
    },
    signal: AbortSignal,
  ): Promise<void>;
  clearPresence(of: Of, signal: AbortSignal): Promise<void>;
  readPresence(accessToken: string, signal: AbortSignal): Promise<RemotePresence>;
}

/** What the operator has set up; what is null is lacking. */
export interface PresenceSetUp {
  readonly service: PresenceService | null;
  /** Where Microsoft sends browsers back to. */
  readonly redirect: string | null;
}

/** What everything here is made of. */
export interface PresenceParts extends PresenceSetUp {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly log: Logger;
}

/** Why Microsoft did not do something. */
interface Trouble {
  /** `signedOut`: a token is no longer taken; `busy`: it wants to be left alone; `failed`: anything else. */
  readonly why: 'signedOut' | 'forbidden' | 'busy' | 'unreachable' | 'failed';
  /** So long it wants to be left alone; null where it does not say. */
  readonly retryAfterSeconds: number | null;
  /** For logs: no secret, and nothing that users wrote. */
  readonly detail: string | null;
}

const told = z.object({ type: z.string(), detail: z.string(), retryAfterSeconds: z.number().nullish() });
const meaning: Readonly<Record<string, Trouble['why']>> = {
  refresh: 'signedOut',
  forbidden: 'forbidden',
  rate_limited: 'busy',
  unreachable: 'unreachable',
};

/** What an error of the service says. */
export function troubleOf(error: unknown): Trouble {
  const read = told.safeParse(error);
  if (!read.success) return { why: 'failed', retryAfterSeconds: null, detail: null };
  const { type, detail, retryAfterSeconds } = read.data;
  return { why: meaning[type] ?? 'failed', retryAfterSeconds: retryAfterSeconds ?? null, detail: detail.slice(0, 200) };
}
