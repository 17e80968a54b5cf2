import { type LlmProvider, llmProviders } from '@sidetone/contract/rules/ai/ai-services.ts';

/** How the two call themselves. */
export const providerNames: Readonly<Record<LlmProvider, string>> = { openai: 'OpenAI', mistral: 'Mistral' };

/** Those of a list that the app knows; one that it does not is logged, and nothing is drawn for it. SAI-029 */
export function knownProviders(
  listed: readonly string[],
  warn: (message: string, provider: string) => void = console.warn,
): readonly LlmProvider[] {
  return listed.flatMap((name) => {
    const known = llmProviders.find((provider) => provider === name);
    if (known === undefined) warn('[settings] unknown LLM provider:', name);
    return known ?? [];
  });
}
