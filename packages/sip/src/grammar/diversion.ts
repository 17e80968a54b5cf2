import { parseNameAddr } from './name-addr.ts';
import { parseUri, splitUriHeaders } from './uri.ts';

/** Nobody is diverted further than this, and no list of it is longer. */
const mostDiversions = 20;
const longestUser = 64;

/** Why a call was sent elsewhere, as Diversion says it (RFC 5806 §4). */
type DiversionReason = 'unconditional' | 'user-busy' | 'no-answer' | 'unavailable' | 'deflection' | 'follow-me';

/** The same as a `cause` of a URI (RFC 4458 §2). */
const causes: Record<DiversionReason, number> = {
  unconditional: 302,
  'user-busy': 486,
  'no-answer': 408,
  unavailable: 503,
  deflection: 480,
  'follow-me': 302,
};

interface Entry {
  readonly user: string;
  /** Whether something says that the call was sent away from here, or that it came here because of that. */
  readonly wasDiverted: boolean;
  readonly isTarget: boolean;
  readonly index: string;
  readonly mappedFrom: string | undefined;
}

/**
 * The user parts of those who sent a call elsewhere before it came, by its Diversion and History-Info (RFC 7044), each once. Who
 * was only called on the way, such as the number that is called now, is none of them.
 */
export function readDiversions(given: {
  readonly diversion: readonly string[];
  readonly historyInfo: readonly string[];
}): readonly string[] {
  // The last one stands first (RFC 5806 §5.1).
  const newest = given.diversion.slice(0, mostDiversions);
  const diverted = newest.toReversed().flatMap((value) => entryOf(value)?.user ?? []);
  const entries = given.historyInfo.slice(0, mostDiversions).flatMap((value) => entryOf(value) ?? []);
  const inHistory = entries.flatMap(({ user, wasDiverted, index }, at) => {
    const isMapped = index !== '' && entries.some(({ mappedFrom }) => mappedFrom === index);
    return wasDiverted || isMapped || entries[at + 1]?.isTarget ? [user] : [];
  });
  return [...new Set([...diverted, ...inHistory])].slice(0, mostDiversions);
}

function entryOf(value: string): Entry | undefined {
  const address = parseNameAddr(value);
  if (!address) return undefined;
  const { bare } = splitUriHeaders(address.uri);
  const uri = parseUri(bare);
  // RFC 3261 §19.1.6: a user part may carry the parameters of a telephone number.
  const user = uri?.user?.split(';')[0] ?? '';
  if (!uri || user === '' || user.length > longestUser || /[\p{Cc}\s]/u.test(user)) return undefined;
  return {
    user,
    wasDiverted: /[?&]reason=/i.test(address.uri),
    isTarget: uri.parameters.has('cause'),
    index: address.parameters.get('index') ?? '',
    mappedFrom: address.parameters.get('mp') ?? undefined,
  };
}

/** Header fields that say who sent a call to `target`, all as SIP URIs; `before`: who did so earlier, the first one first. */
export function writeDiversions(given: {
  readonly by: string;
  readonly reason: DiversionReason;
  readonly before: readonly string[];
  readonly target: string;
}): readonly (readonly [string, string])[] {
  const { by, reason, target } = given;
  const before = given.before.slice(-(mostDiversions - 1));
  const cause = causes[reason];
  const chain = [...before.map((uri) => `<${uri}?Reason=SIP%3Bcause%3D302>`), `<${by}?Reason=SIP%3Bcause%3D${cause}>`];
  const indexAt = (at: number) => Array.from({ length: at + 1 }, () => '1').join('.');
  const history = [
    ...chain.map((entry, at) => `${entry};index=${indexAt(at)}`),
    `<${target};cause=${cause}>;index=${indexAt(chain.length)};mp=${indexAt(chain.length - 1)}`,
  ];
  return [
    // The last one stands first (RFC 5806 §5.1).
    ['Diversion', `<${by}>;reason=${reason};counter=1`],
    ...before.toReversed().map((uri) => ['Diversion', `<${uri}>;reason=unknown;counter=1`] as const),
    ['History-Info', history.join(', ')],
  ];
}
