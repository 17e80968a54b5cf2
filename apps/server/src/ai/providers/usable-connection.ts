import type { AiConnectionOptions, AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';

/** A connection as providers need it: with its key in the clear. Lives in memory only, for the time of a request. */
export interface UsableConnection {
  readonly id: string;
  readonly purpose: AiPurpose;
  readonly kind: AiServiceKind;
  readonly name: string;
  readonly url: string | null;
  readonly model: string;
  readonly options: AiConnectionOptions;
  readonly key: string | null;
  /** The revision that an administrator made last: what is found of it says nothing of a later one. */
  readonly changedRev: number;
}
