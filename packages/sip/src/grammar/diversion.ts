import { parseNameAddr, serializeNameAddr } from './name-addr.ts';
import { parseUri, splitUriHeaders } from './uri.ts';

/** Nobody is diverted further than this, and no list of it is longer. */
const mostDiversions = 20;
const longestUser = 64;
const longestPrivacy = 200;

/** Why a call was sent elsewhere, as Diversion says it (RFC 5806 §4). */
type DiversionReason =
  | 'unconditional'
  | 'user-busy'
  | 'no-answer'
  | 'unavailable'
  | 'deflection'
  | 'follow-me'
  | 'unknown';

/** The same as a `cause` of a URI (RFC 4458 §2); none where nobody knows why. */
const causes: Readonly<Partial<Record<DiversionReason, number>>> = {
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
  readonly isPrivate: boolean;
  readonly index: string;
  readonly mappedFrom: string | undefined;
}

/** Somebody who sent a call elsewhere. */
interface Diverter {
  readonly user: string;
  /** They are not to be shown to anybody (RFC 5806 §5.2, RFC 7044 §10.1). */
  readonly isPrivate: boolean;
}

/** Values of Privacy that hide the whole history of a call. */
const hidesHistory = /(?:^|[;,\s])(?:history|header|session)(?:$|[;,\s])/i;

/**
 * The user parts of those who sent a call elsewhere before it came, by its Diversion and History-Info (RFC 7044), each once. Who
 * was only called on the way, such as the number that is called now, is none of them.
 */
export function readDiversions(given: {
  readonly diversion: readonly string[];
  readonly historyInfo: readonly string[];
  /** The field of the request. */
  readonly privacy?: string | undefined;
}): readonly Diverter[] {
  const isAllPrivate = hidesHistory.test(given.privacy?.slice(0, longestPrivacy) ?? '');
  // The last one stands first (RFC 5806 §5.1).
  const newest = given.diversion.slice(0, mostDiversions);
  const diverted = newest.toReversed().flatMap((value) => entryOf(value) ?? []);
  const entries = given.historyInfo.slice(0, mostDiversions).flatMap((value) => entryOf(value) ?? []);
  const inHistory = entries.filter(({ wasDiverted, index }, at) => {
    const isMapped = index !== '' && entries.some(({ mappedFrom }) => mappedFrom === index);
    return wasDiverted || isMapped || entries[at + 1]?.isTarget === true;
  });
  const all = [...diverted, ...inHistory];
  const users = [...new Set(all.map(({ user }) => user))].slice(0, mostDiversions);
  // Somebody who is private in one field stays so, whatever another one says.
  const isPrivate = (user: string) => isAllPrivate || all.some((one) => one.user === user && one.isPrivate);
  return users.map((user) => ({ user, isPrivate: isPrivate(user) }));
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
    isPrivate: isPrivate(address.uri, address.parameters.get('privacy') ?? ''),
    isTarget: uri.parameters.has('cause'),
    index: address.parameters.get('index') ?? '',
    mappedFrom: address.parameters.get('mp') ?? undefined,
  };
}

/** By the header fields of a URI of History-Info, or by the parameter of a Diversion. */
const isPrivate = (uri: string, parameter: string): boolean =>
  /[?&]privacy=(?:history|header|session)/i.test(uri) || /^"?(?:full|name|uri)"?$/i.test(parameter);

/**
 * Header fields that say who sent a call to `target`, all as SIP URIs; `before`: who did so earlier, the first one first. `name`:
 * what is shown of the last one.
 */
export function writeDiversions(given: {
  readonly by: string;
  readonly name?: string | undefined;
  readonly reason: DiversionReason;
  readonly before: readonly string[];
  readonly target: string;
}): readonly (readonly [string, string])[] {
  const { by, name, reason, target } = given;
  const before = given.before.slice(-(mostDiversions - 1));
  const cause = causes[reason];
  const chain = [
    ...before.map((uri) => `<${uri}?Reason=SIP%3Bcause%3D302>`),
    `<${by}${cause ? `?Reason=SIP%3Bcause%3D${cause}` : ''}>`,
  ];
  const parameters = new Map([
    ['reason', reason],
    ['counter', '1'],
  ]);
  const indexAt = (at: number) => Array.from({ length: at + 1 }, () => '1').join('.');
  const history = [
    ...chain.map((entry, at) => `${entry};index=${indexAt(at)}`),
    `<${target}${cause ? `;cause=${cause}` : ''}>;index=${indexAt(chain.length)};mp=${indexAt(chain.length - 1)}`,
  ];
  return [
    // The last one stands first (RFC 5806 §5.1).
    ['Diversion', serializeNameAddr({ ...(name !== undefined && { name }), uri: by, parameters })],
    ...before.toReversed().map((uri) => ['Diversion', `<${uri}>;reason=unknown;counter=1`] as const),
    ['History-Info', history.join(', ')],
  ];
}
