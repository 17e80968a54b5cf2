import type { z } from 'zod';
import { ProviderFailure } from '../providers/failure.ts';
import type { LanguageProvider } from '../providers/language.ts';
import { type PromptName, promptNamed } from './prompt.ts';
import { answerTokens } from './windows.ts';

/** What every request of one piece of work needs; `usage` is what all of them used. */
export interface Request {
  readonly provider: LanguageProvider;
  readonly contextTokens: number;
  readonly signal: AbortSignal;
  readonly usage: { tokensIn: number; tokensOut: number };
}

/** One request; null where its answer has not the wanted form. */
export async function asked<Schema extends z.ZodType>(
  { provider, contextTokens, signal, usage }: Request,
  name: PromptName,
  schema: Schema,
  user: string,
): Promise<z.output<Schema> | null> {
  const prompt = promptNamed(name);
  try {
    const answer = await provider.object(
      { schema, schemaName: prompt.schemaName, system: prompt.text, user, maxTokens: answerTokens(contextTokens) },
      signal,
    );
    usage.tokensIn += answer.usage.tokensIn;
    usage.tokensOut += answer.usage.tokensOut;
    return answer.value;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'badAnswer') return null;
    throw error;
  }
}
