import type { LanguageModel } from 'ai';
import { ProviderFailure } from './failure.ts';
import { baseOf } from './service-address.ts';
import type { UsableConnection } from './usable-connection.ts';

/** What asks a language model, loaded with the first request: it takes a fifth of a second and 70 MB. */
export const loadSdk = async () => {
  // It writes warnings to the console, and they may have words of the call.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return await import('ai');
};

/** The model of a connection; everything it sends goes through `fetch`. */
export async function modelOf(
  connection: UsableConnection,
  { fetch, withSchema }: { readonly fetch: typeof globalThis.fetch; readonly withSchema: boolean },
): Promise<LanguageModel> {
  const { kind, model } = connection;
  const baseURL = baseOf(connection);
  const apiKey = connection.key ?? '';
  switch (kind) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI({ baseURL, apiKey, fetch }).responses(model);
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral({ baseURL, apiKey, fetch })(model);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ baseURL, apiKey, fetch })(model);
    case 'openaiCompatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const key = apiKey === '' ? {} : { apiKey };
      return createOpenAICompatible({ name: 'own', baseURL, fetch, supportsStructuredOutputs: withSchema, ...key })(
        model,
      );
    }
    default:
      throw new ProviderFailure('never', 'notTheProtocol');
  }
}
