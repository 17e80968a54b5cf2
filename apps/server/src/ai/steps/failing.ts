import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { Again } from '../../jobs/job-kind.ts';
import { type DocumentedCall, documentationWriter } from '../../storage/documentation-writer.ts';
import type { Writer } from '../../storage/writer.ts';
import type { DocumentingParts } from '../deps.ts';
import { type PlannedPart, plannedParts } from '../plan.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { partActs } from '../states.ts';

/** Why a step is given up; a code, since jobs keep it. */
export class StepFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'StepFailure';
    this.code = code;
  }
}

/** A step found out that nothing more can be made of a call, and why. */
export class CannotBeMade extends Error {
  readonly reason: PartReason;

  constructor(reason: PartReason) {
    super(reason);
    this.name = 'CannotBeMade';
    this.reason = reason;
  }
}

/** Parts of a call, the text of a voicemail among them. */
const parts = [...plannedParts, 'voicemailTranscription'] as const;
type AnyPart = PlannedPart | 'voicemailTranscription';

/** Ends every part that is still to be made, with the reason. */
export async function endParts(
  db: Writer,
  call: DocumentedCall,
  act: 'refusal' | 'failure' | 'skip' | 'cancel',
  reason: PartReason,
  which: readonly AnyPart[] = parts,
): Promise<undefined> {
  const { from } = partActs[act];
  const status = act === 'failure' ? 'error' : 'disabled';
  for (const part of which) await documentationWriter(db).set(call, { part, status, reason }, from);
}

/** How long a call waits for a service that refuses, in hours since its end. */
const mostHours = 24;
const whileRefusedSeconds = 15 * 60;

/**
 * What a failed request means for the step: try again later as a new job, or reject so that this job is tried again. After a day a
 * call waits no longer. Rethrows what no service threw.
 */
export async function afterFailure(
  { services, log }: Pick<DocumentingParts, 'services' | 'log'>,
  connection: UsableConnection,
  hoursAgo: number,
  error: unknown,
): Promise<Again> {
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind, problem, status, retryAfterSeconds } = error;
  log.warn({ connectionId: connection.id, kind, problem, status }, 'ai: request failed');
  if (kind === 'never') await services.ground.reportFailure(connection, problem);
  if (hoursAgo < mostHours) {
    if (kind === 'never') return { againAfterSeconds: whileRefusedSeconds };
    if (kind === 'again' && retryAfterSeconds !== null) return { againAfterSeconds: Math.min(retryAfterSeconds, 3600) };
  }
  throw new StepFailure(codes[kind]);
}

const codes = {
  again: 'SERVICE_DOWN',
  never: 'SERVICE_REFUSED',
  badAnswer: 'BAD_ANSWER',
  tooLong: 'BAD_ANSWER',
} as const;

/** What a part says whose job was given up with this code. */
export function reasonOf(code: string): PartReason {
  if (code === 'SERVICE_REFUSED') return 'serviceRefused';
  return code === 'BAD_ANSWER' ? 'badAnswer' : 'serviceDown';
}
