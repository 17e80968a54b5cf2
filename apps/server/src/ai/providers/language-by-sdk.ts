import { z } from 'zod';
import type { Reach } from '../../reach/reach.ts';
import { serviceFetch } from './ask-service.ts';
import { checkModels } from './check-models.ts';
import { ProviderFailure } from './failure.ts';
import { failureOf } from './failures.ts';
import type { LanguageAsk, LanguageProvider, Usage } from './language.ts';
import type { Memory } from './quirks.ts';
import { readObject } from './read-object.ts';
import { loadSdk, modelOf } from './sdk.ts';
import type { UsableConnection } from './usable-connection.ts';

const usualSeconds = 120;
const checkSeconds = 20;
/** Of an answer. */
const mostBytes = 4 * 1024 * 1024;

/** What a model wrote. */
interface Written {
  readonly text: string;
  readonly finish: string;
  readonly usage: Usage;
}

/** A language model behind any of the services that people enter. */
export function languageBySdk(connection: UsableConnection, reach: Reach, memory: Memory): LanguageProvider {
  const withinMs = (connection.options.timeoutSeconds ?? usualSeconds) * 1000;
  const fetch = serviceFetch(reach, { withinMs, mostBytes });
  const learnt = memory(connection);

  const write = async (ask: LanguageAsk<z.ZodType>, signal: AbortSignal): Promise<Written> => {
    if (learnt.withoutSchema) return await written(connection, fetch, withSchemaInWords(ask), false, signal);
    try {
      return await written(connection, fetch, ask, true, signal);
    } catch (error) {
      if (connection.kind !== 'openaiCompatible' || !isRefused(error)) throw error;
      const second = await written(connection, fetch, withSchemaInWords(ask), false, signal);
      learnt.withoutSchema = true;
      return second;
    }
  };

  return {
    async object(ask, signal) {
      const { text, finish, usage } = await write(ask, signal);
      if (finish === 'length') throw new ProviderFailure('tooLong', 'refused');
      if (finish === 'content-filter') throw new ProviderFailure('badAnswer', 'refused');
      return { value: readObject(text, ask.schema), usage };
    },
    async check(signal) {
      const quick = serviceFetch(reach, { withinMs: checkSeconds * 1000, mostBytes });
      return { models: await checkModels(connection, quick, signal) };
    },
  };
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.problem === 'refused' && (error.status === 400 || error.status === 422);

const withSchemaInWords = <Ask extends LanguageAsk<z.ZodType>>(ask: Ask): Ask => ({
  ...ask,
  system: `${ask.system}\n\nAnswer with one JSON object of this schema and nothing else:\n${JSON.stringify(schemaOf(ask.schema))}`,
});

function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7' });
  return rest;
}

/** One request. Errors of the SDK hold words of the call, so none of them leaves this function. */
async function written(
  connection: UsableConnection,
  fetch: typeof globalThis.fetch,
  ask: LanguageAsk<z.ZodType>,
  withSchema: boolean,
  signal: AbortSignal,
): Promise<Written> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await loadSdk();
  let failure: ProviderFailure | null = null;
  const watched: typeof fetch = async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      if (error instanceof ProviderFailure) failure = error;
      throw error;
    }
  };
  try {
    const result = await generateText({
      model: await modelOf(connection, { fetch: watched, withSchema }),
      output: Output.object({ schema: jsonSchema(schemaOf(ask.schema)), name: ask.schemaName }),
      system: ask.system,
      prompt: ask.user,
      temperature: 0,
      maxOutputTokens: ask.maxTokens,
      maxRetries: 0,
      abortSignal: signal,
      // Nothing is kept at the service beyond the request.
      providerOptions: { openai: { store: false }, mistral: { strictJsonSchema: true } },
    });
    return { text: result.text, finish: result.finishReason, usage: usageOf(result.usage) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (failure !== null) throw failure;
    if (NoObjectGeneratedError.isInstance(error)) {
      return { text: error.text ?? '', finish: error.finishReason ?? 'other', usage: usageOf(error.usage) };
    }
    throw failureOf(error);
  }
}

const usageOf = (
  usage: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined } | undefined,
): Usage => ({
  tokensIn: usage?.inputTokens ?? 0,
  tokensOut: usage?.outputTokens ?? 0,
});
