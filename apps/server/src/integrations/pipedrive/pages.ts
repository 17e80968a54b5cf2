import type { z } from 'zod';
import { AnswerTooLarge } from '../connector.ts';
import type { Answered, PipedriveClient } from './client.ts';
import { listedAtOnce } from './records.ts';

interface PageAsked {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Where the page begins; null for the first. */
  readonly cursor: string | null;
}

/** Reads pages of a list: as many records at once as Pipedrive gives, and fewer where they are so large that they are not taken. */
export function pageReader(client: PipedriveClient) {
  let limit = listedAtOnce;
  return async <S extends z.ZodType>(
    { path, query, cursor }: PageAsked,
    schema: S,
    signal: AbortSignal,
  ): Promise<Answered<z.output<S>>> => {
    for (;;) {
      const asked: Record<string, string> = { ...query, limit: String(limit) };
      if (cursor !== null) asked['cursor'] = cursor;
      try {
        return await client.ask({ method: 'GET', path, query: asked }, schema, signal);
      } catch (error) {
        if (!(error instanceof AnswerTooLarge) || limit === 1) throw error;
        limit = Math.max(1, Math.floor(limit / 5));
      }
    }
  };
}
export type PageReader = ReturnType<typeof pageReader>;
