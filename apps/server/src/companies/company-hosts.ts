import type { ChangeFeed } from '../documents/change-feed.ts';
import { followed } from '../documents/followed.ts';
import { topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';

/** A company that has a host name of its own on this server. */
interface HostedCompany {
  readonly accountId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  /** Scheme, host and port where its users find this server. */
  readonly origin: string;
}

export interface CompanyHosts {
  /** The company that a host name belongs to, in small letters and without a port. */
  of(host: string): HostedCompany | undefined;
  ofAccount(accountId: string): HostedCompany | undefined;
  stop(): void;
}

interface Parts {
  readonly db: Database;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  readonly onTrouble: (error: unknown) => void;
}

/** Knows the host names of companies, and follows changes of them. Rejects when they cannot be read. */
export async function openCompanyHosts({ db, feed, onTrouble }: Parts): Promise<CompanyHosts> {
  const hosts = await followed({ feed, touches: [topic('accounts', 'id', '')], read: () => readHosts(db), onTrouble });
  return {
    of: (host) => hosts.now().get(host),
    ofAccount: (id) => [...hosts.now().values()].find(({ accountId }) => accountId === id),
    stop: hosts.stop,
  };
}

async function readHosts(db: Database): Promise<ReadonlyMap<string, HostedCompany>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id as accountId', 'name', 'logo_url as logoUrl', 'public_url as origin', 'host'])
    .where('host', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ host, origin, ...company }) =>
      host === null || origin === null ? [] : [[host, { ...company, origin }] as const],
    ),
  );
}
