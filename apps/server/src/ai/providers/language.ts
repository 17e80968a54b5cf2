import type { z } from 'zod';

export interface Usage {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface LanguageAsk<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** A name for the schema, for services that want one: letters and underscores. */
  readonly schemaName: string;
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
}

/** Makes an object of a schema out of messages. */
export interface LanguageProvider {
  /** Throws `ProviderFailure`, or the reason of `signal`. Never retries: that is for the job. */
  object<Schema extends z.ZodType>(
    ask: LanguageAsk<Schema>,
    signal: AbortSignal,
  ): Promise<{ readonly value: z.output<Schema>; readonly usage: Usage }>;
  /** Asks the service whether it would work. Throws `ProviderFailure`. */
  check(signal: AbortSignal): Promise<{ readonly models: readonly string[] | null }>;
}
