import { Resolver } from 'node:dns/promises';

/** Asks the name service for the texts of a name. */
export interface TxtRecords {
  /** The texts; or that there are none, that the name does not exist, or that no answer came. */
  of(name: string): Promise<readonly string[] | 'noRecord' | 'noSuchDomain' | 'noAnswer'>;
}

/** What is waited for, and how much of an answer is looked at: anybody may write as much as DNS carries. */
const limits = { tryMs: 2000, tries: 2, allMs: 6000, most: 100, longest: 512 };

const absent: Readonly<Record<string, 'noRecord' | 'noSuchDomain'>> = {
  ENODATA: 'noRecord',
  ENOTFOUND: 'noSuchDomain',
};

/** By these name servers, such as `127.0.0.1:5353`; without any, by those of this machine. */
export function txtRecords(servers: readonly string[]): TxtRecords {
  return {
    async of(name) {
      const resolver = new Resolver({ timeout: limits.tryMs, tries: limits.tries });
      if (servers.length > 0) resolver.setServers([...servers]);
      const late = setTimeout(() => resolver.cancel(), limits.allMs);
      try {
        const records = await resolver.resolveTxt(name);
        // A long text comes in pieces.
        return records.slice(0, limits.most).map((pieces) => pieces.join('').slice(0, limits.longest));
      } catch (error) {
        return absent[(error as { code?: string }).code ?? ''] ?? 'noAnswer';
      } finally {
        clearTimeout(late);
      }
    },
  };
}
