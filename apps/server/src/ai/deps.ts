import type { Logger } from 'pino';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentedCall } from '../storage/documentation-writer.ts';
import type { Writer } from '../storage/writer.ts';
import type { CallToDocument } from './read-call.ts';
import type { AiServices } from './services.ts';
import type { FilesOfCalls } from './sound-of-call.ts';

/** What the documentation of calls works with. */
export interface DocumentingParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly services: AiServices;
  readonly files: FilesOfCalls;
  /**
   * Writes more at the end of the note of a call that has this revision, in the name of a user. Throws `Refusal` CONFLICT where
   * it has another one, FORBIDDEN or NOT_FOUND where the user may not.
   */
  appendToNote(
    trx: Writer,
    asked: DocumentedCall & {
      readonly caller: { readonly userId: string; readonly accountId: string };
      readonly revision: number;
      readonly html: string;
    },
  ): Promise<boolean>;
  /** Everything about a call is made: its user is told, with the number of calls that the account had made this month. */
  announce(call: CallToDocument, made: { readonly used: number; readonly hasSummary: boolean }): void;
  /** Gives a documented call to whoever its account wants to have it; the same call may be given twice. */
  handOn(call: DocumentedCall): Promise<void>;
}
