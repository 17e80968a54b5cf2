import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { NameService } from './sip-place.ts';

/** What a name service is waited for, and how much of an answer is looked at. */
interface NameLimits {
  readonly withinMs: number;
  /** Addresses or service records of one name; the rest are left out. */
  readonly most: number;
}

export const nameLimits: NameLimits = { withinMs: 10_000, most: 32 };

/** The name service of this machine. */
export function systemNames(limits: NameLimits = nameLimits): NameService {
  return boundedNames(
    {
      addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
      async servicesOf(name) {
        const records = await new Resolver({ timeout: limits.withinMs, tries: 1 }).resolveSrv(name);
        return records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
      },
    },
    limits,
  );
}

/**
 * A name service whose answers are those of anybody: they are waited for no longer than `withinMs`, cut at `most`, and what
 * is no address, no host name or no port is left out. Rejects when no answer comes in time, and for a service that is said
 * not to be there (RFC 2782: the target "."), whatever else is said.
 */
export function boundedNames(names: NameService, { withinMs, most }: NameLimits): NameService {
  const inTime = async <Answer>(asked: string, answer: Promise<readonly Answer[]>): Promise<readonly Answer[]> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer of the name service about ${asked}`)), withinMs);
      timer.unref();
    });
    return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
  return {
    addressesOf: async (host) =>
      (await inTime(host, names.addressesOf(host))).filter((address) => isIP(address) !== 0).slice(0, most),
    async servicesOf(name) {
      const records = await inTime(name, names.servicesOf(name));
      if (records.length === 1 && ['', '.'].includes(records[0]?.name ?? '')) {
        throw new Error(`${name} is no service that is offered`);
      }
      const isUsable = ({ name: target, port }: (typeof records)[number]) =>
        isHostName(target) && Number.isInteger(port) && port > 0 && port <= 65_535;
      return records.filter(isUsable).slice(0, most);
    },
  };
}

/** Letters, digits, hyphens and underscores between dots; what else DNS can carry leads to no host that anybody calls. */
const isHostName = (name: string): boolean => name.length <= 253 && /^[\w-]{1,63}(\.[\w-]{1,63})*\.?$/.test(name);
