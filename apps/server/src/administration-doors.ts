import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { SipServer } from './features/administration/desk-phones.ts';
import type { TryRouting } from './features/administration/routing-trial.ts';
import type { AskTrunk } from './features/administration/trunks.ts';
import { directory } from './features/directory/directory.ts';
import { dryRun } from './pbx/routing/dry-run.ts';
import type { TrunkAnswer } from './pbx/sip/trunks/ask-trunk.ts';
import type { Database } from './storage/database.ts';
import { lanAddresses } from './supervisor/lan-addresses.ts';

/** The rules of the exchange on what the directory knows now, with everybody there and free. */
export function routingTrial(db: Database): TryRouting {
  const { channelById } = directory(db);
  return async ({ channelId, at, channelIds, routing }) => {
    const known = new Map<string, NonNullable<Awaited<ReturnType<typeof channelById>>>>();
    for (const id of channelIds) {
      const channel = await channelById(id);
      if (channel) known.set(id, id === channelId && routing ? { ...channel, routing } : channel);
    }
    return dryRun({ channelId, at, channelById: (id) => known.get(id) });
  };
}

/**
 * How a device reaches this server: by the name that the browser used, unless that is a name only this machine knows
 * itself by.
 */
export const sipServerAt =
  ({
    host,
    publicAddresses,
    sipPort,
    sipTlsPort,
  }: Pick<Config, 'host' | 'publicAddresses' | 'sipPort' | 'sipTlsPort'>) =>
  (origin: string): SipServer => {
    const used = new URL(origin).hostname.replace(/^\[|\]$/g, '');
    const isLocal = used === 'localhost' || used === '::1' || used.startsWith('127.');
    return {
      server: isLocal ? (lanAddresses(host)[0] ?? publicAddresses[0] ?? used) : used,
      transports: [
        ...(sipTlsPort === undefined ? [] : [{ transport: 'tls' as const, port: sipTlsPort }]),
        { transport: 'udp', port: sipPort },
        { transport: 'tcp', port: sipPort },
      ],
    };
  };

/** Asks the other side of a trunk; where nothing leads there yet, what the exchange wrote of it last says why. */
export const trunkAsker = (
  db: Database,
  ask: ((trunkId: string) => Promise<TrunkAnswer | undefined>) | undefined,
): AskTrunk => {
  const standing = standingOf(db);
  return async (trunkId) => {
    const said = await ask?.(trunkId);
    if (!said) return await standing(trunkId);
    const { isReachable, words: answer, status, milliseconds } = said;
    return { isReachable, answer, status, milliseconds };
  };
};

/** A trunk that was just switched on is waited for this long. */
const patienceMs = 8_000;

/** How a trunk stands by what the exchange wrote of it last; while it tries, that is waited for. */
const standingOf =
  (db: Database): AskTrunk =>
  async (trunkId) => {
    for (const deadline = performance.now() + patienceMs; ; await sleep(200)) {
      const row = await db
        .selectFrom('trunks')
        .select(['state', 'failure'])
        .where('id', '=', trunkId)
        .executeTakeFirst();
      const state = row?.state ?? 'off';
      if (state === 'trying' && performance.now() < deadline) continue;
      const isReachable = state === 'registered' || state === 'reachable';
      const status = /\b([1-6][0-9]{2})\b/.exec(row?.failure ?? '')?.[1];
      return {
        isReachable,
        answer: row?.failure ?? (isReachable ? `It is ${state}.` : 'Nothing came back yet.'),
        status: status === undefined ? null : Number(status),
        milliseconds: null,
      };
    }
  };
