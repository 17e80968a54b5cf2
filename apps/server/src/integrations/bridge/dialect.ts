import type { BridgeDialect, ListedBridge } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import type { BridgeClient } from './client.ts';

/** Which dialect a bridge speaks. */
export interface DialectOf {
  /** What is known without asking; null for nothing yet. */
  readonly known: BridgeDialect | null;
  /** Asks, unless it was asked within the hour. */
  find(client: BridgeClient, signal: AbortSignal): Promise<BridgeDialect>;
}

const knownForMs = 60 * 60_000;

/** A program is the same for everyone who has connected it, so it is asked once for all of them. */
export function dialectOf({ dialect }: Pick<ListedBridge, 'dialect'>, now: () => number = Date.now): DialectOf {
  if (dialect !== 'auto') return { known: dialect, find: async () => dialect };
  let found: { readonly dialect: BridgeDialect; readonly at: number } | null = null;
  return {
    get known() {
      return found?.dialect ?? null;
    },
    async find(client, signal) {
      if (found !== null && now() - found.at < knownForMs) return found.dialect;
      // The older one knows no such path. The newer one has it, also where its CRM offers nothing there.
      const { status } = await client.probe('/call-log-metadata', signal);
      const isOlder = status === 404 || status === 405;
      found = { dialect: isOlder ? 'A' : 'B', at: now() };
      return found.dialect;
    },
  };
}
