import { limitedNetworks, networkOf, networksOf } from '@sidetone/contract/rules/network/network-of.ts';
import type { Ban, GuardKeeper, SipRefusal } from '../../ports.ts';

/** How long wrong passwords are remembered, and how many of them make a ban. */
const windowMs = 10 * 60_000;
const wrongOfOneUser = 20;
/** By the size of the network: an IPv4 address or a /64, a /56, a /48. */
const wrongOfOneNetwork = [100, 200, 400] as const;
/** The first ban; each further one within a day of the last is three times as long, up to a day. */
const firstBanMs = 10 * 60_000;
const longestBanMs = 24 * 60 * 60_000;
const growth = 3;
/** A user who proved a password from an address is not taken for those who guess there for this long. */
const trustMs = 24 * 60 * 60_000;
const mostKeys = 50_000;

/** New requests of one address or link outside of calls: so many together, and so many each second after that. */
interface RateOfSource {
  readonly burst: number;
  readonly perSecond: number;
}

/** One password that is being checked; it counts as wrong until it is known to be right. */
interface PasswordCheck {
  right(): void;
  /** `accountId` of the user that was named; null when there is none of that name. */
  wrong(accountId: string | null): void;
}

/**
 * Protects the exchange from those who guess passwords and search for extensions. Counts wrong passwords by address and
 * user together and by address alone; never by user alone, or anybody could lock somebody else out. Nobody is told
 * apart by whether the user exists.
 */
export interface SipGuard {
  /** Whether a new request from there is looked at; what is not gets no answer. */
  admits(address: string): boolean;
  /** Begins the check of a password; null while none from there is checked. */
  check(address: string, username: string): PasswordCheck | null;
  /** The same for the secret by which the phone of this name fetches its settings. */
  checkSetup(address: string, name: string): PasswordCheck | null;
  /** Whether strangers at this address get no answer to an INVITE. */
  ignoresStrangersAt(address: string): boolean;
  /** Counts something that was refused, for administrators. */
  refused(refusal: SipRefusal): void;
  /** Goes on with the bans of an earlier life. */
  load(): Promise<void>;
  stop(): void;
}

export interface GuardOptions {
  readonly clock: { now(): Date };
  /** Where bans and counts outlive this process; without it they do not. */
  readonly keeper?: GuardKeeper | undefined;
  /** Without it nobody is slowed down. */
  readonly rate?: RateOfSource | undefined;
  /** Addresses that stand for many people, such as proxies of ours: only their users are banned, and never slowed down. */
  readonly isShared?: ((address: string) => boolean) | undefined;
  readonly ignoresStrangersAt?: ((address: string) => boolean) | undefined;
}

/** What is remembered of addresses and users; each map forgets its oldest keys. */
interface Memory {
  readonly options: GuardOptions;
  /** Wrong passwords, by the key of a user or a network. */
  readonly counters: Map<string, { count: number; readonly since: number }>;
  /** When a user last proved a password, by the key of the user. */
  readonly trusted: Map<string, number>;
  readonly buckets: Map<string, { tokens: number; at: number }>;
  readonly bans: Map<string, Ban>;
}

export function openSipGuard(options: GuardOptions): SipGuard {
  const { keeper } = options;
  const memory: Memory = { options, counters: new Map(), trusted: new Map(), buckets: new Map(), bans: new Map() };
  const stopHearing = keeper?.onChange((ban) => take(memory, ban));
  return {
    refused: (refusal) => keeper?.refused(refusal),
    ignoresStrangersAt: (address) => options.ignoresStrangersAt?.(address) ?? false,
    admits: (address) => admits(memory, address),
    check: (address, username) => check(memory, address, username, kindOfPassword),
    checkSetup: (address, name) => check(memory, address, name, () => 'phoneSetup'),
    async load() {
      for (const ban of (await keeper?.loadBans()) ?? []) remember(memory.bans, keyOf(ban.address, ban.username), ban);
    },
    stop: () => stopHearing?.(),
  };
}

function admits({ options, buckets }: Memory, address: string): boolean {
  const { rate, keeper } = options;
  if (!rate || isShared(options, address)) return true;
  const isAdmitted = takeToken(buckets, rate, address, nowOf(options));
  if (!isAdmitted) keeper?.refused({ kind: 'sipTooManyRequests', address, accountId: null });
  return isAdmitted;
}

const kindOfPassword = (accountId: string | null) => (accountId === null ? 'sipUnknownUser' : 'sipWrongPassword');

function check(
  memory: Memory,
  address: string,
  given: string,
  kindOf: (accountId: string | null) => SipRefusal['kind'],
): PasswordCheck | null {
  const { options, counters, trusted } = memory;
  // What a stranger calls a user may be of any length and hold anything.
  const username = given.replace(/\s/g, '_').slice(0, 100);
  const ofUser = keyOf(networkOf(address), username);
  const ofAll = isShared(options, address) ? [] : networksOf(address);
  if (isBanned(memory, ofUser, ofAll)) {
    options.keeper?.refused({ kind: 'sipBanned', address, accountId: null });
    return null;
  }
  // Counted before it is made, so that many cannot slip through together.
  for (const key of [ofUser, ...ofAll]) change(memory, key, 1);
  return {
    right() {
      counters.delete(ofUser);
      for (const network of ofAll) change(memory, network, -1);
      remember(trusted, ofUser, nowOf(options));
    },
    wrong(accountId) {
      options.keeper?.refused({ kind: kindOf(accountId), address, accountId, username });
      if (countOf(memory, ofUser) >= wrongOfOneUser) setBan(memory, networkOf(address), username);
      for (const [size, network] of ofAll.entries())
        if (isTooMuch(memory, network, size)) setBan(memory, network, null);
    },
  };
}

/** Addresses that proved a password there are not banned with the network, only by themselves. */
function isBanned(memory: Memory, ofUser: string, ofAll: readonly string[]): boolean {
  const { options, trusted } = memory;
  const isKnown = nowOf(options) - (trusted.get(ofUser) ?? Number.NEGATIVE_INFINITY) < trustMs;
  return (
    holds(memory, ofUser) ||
    countOf(memory, ofUser) >= wrongOfOneUser ||
    (!isKnown && ofAll.some((network, size) => holds(memory, network) || isTooMuch(memory, network, size)))
  );
}

function countOf({ options, counters }: Memory, key: string): number {
  const counter = counters.get(key);
  if (!counter) return 0;
  if (nowOf(options) - counter.since < windowMs) return counter.count;
  counters.delete(key);
  return 0;
}

function change(memory: Memory, key: string, by: number) {
  const { options, counters } = memory;
  const count = Math.max(0, countOf(memory, key) + by);
  remember(counters, key, { count, since: counters.get(key)?.since ?? nowOf(options) });
}

const isTooMuch = (memory: Memory, network: string, size: number): boolean =>
  countOf(memory, network) >= wrongOfNetwork(size);

function holds({ options, bans }: Memory, key: string): boolean {
  const ban = bans.get(key);
  return ban !== undefined && !ban.lifted && ban.until.getTime() > nowOf(options);
}

function setBan(memory: Memory, address: string, username: string | null) {
  const { options, bans, counters } = memory;
  const key = keyOf(address, username);
  if (holds(memory, key)) return;
  const now = nowOf(options);
  const before = bans.get(key);
  const isAgain = before !== undefined && now - before.until.getTime() < longestBanMs;
  const strikes = isAgain ? before.strikes + 1 : 1;
  const lasts = Math.min(longestBanMs, firstBanMs * growth ** (strikes - 1));
  const ban: Ban = {
    address,
    username,
    strikes,
    lifted: false,
    reason: 'wrongPasswords',
    since: new Date(now),
    until: new Date(now + lasts),
  };
  remember(bans, key, ban);
  counters.delete(key);
  options.keeper?.keepBan(ban);
}

/** What another server found out, or an administrator did. One that was set here since is newer. */
function take(memory: Memory, ban: Ban): void {
  const key = keyOf(ban.address, ban.username);
  if (ban.lifted) lift(memory, key);
  else if ((memory.bans.get(key)?.since ?? 0) < ban.since) remember(memory.bans, key, ban);
}

function lift({ bans, counters }: Memory, key: string) {
  const ban = bans.get(key);
  if (ban) bans.set(key, { ...ban, lifted: true });
  counters.delete(key);
}

const nowOf = ({ clock }: GuardOptions): number => clock.now().getTime();

const isShared = (options: GuardOptions, address: string): boolean =>
  isThisMachine(address) || (options.isShared?.(address) ?? false);

const wrongOfNetwork = (size: number): number => wrongOfOneNetwork[size] ?? Number.POSITIVE_INFINITY;

/** Takes one request of an address from all of its networks; false, and nothing is taken, where one has none left. */
function takeToken(
  buckets: Map<string, { tokens: number; at: number }>,
  rate: RateOfSource,
  address: string,
  now: number,
): boolean {
  const left = limitedNetworks(address, 1).map(({ network, most: share }) => ({
    network,
    tokens: refilled(buckets.get(network), rate, share, now),
  }));
  const isAdmitted = left.every(({ tokens }) => tokens >= 1);
  const cost = isAdmitted ? 1 : 0;
  for (const { network, tokens } of left) remember(buckets, network, { tokens: tokens - cost, at: now });
  return isAdmitted;
}

/** How many requests a network has left by now, with its share of the rate; one that is new has all. */
const refilled = (
  bucket: { tokens: number; at: number } | undefined,
  { burst, perSecond }: RateOfSource,
  share: number,
  now: number,
): number =>
  bucket ? Math.min(burst * share, bucket.tokens + ((now - bucket.at) / 1000) * perSecond * share) : burst * share;

const keyOf = (address: string, username: string | null): string =>
  username === null ? address : `${address} ${username}`;

/** The oldest make room: a map keeps the order of insertion. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > mostKeys ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

/** Behind a proxy on this machine that nobody told us of, everybody has its address. */
const isThisMachine = (address: string): boolean => address === '127.0.0.1' || address === '::1';
