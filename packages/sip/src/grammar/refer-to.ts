import { parseNameAddr } from './name-addr.ts';
import { parseReplaces, type Replaces } from './replaces.ts';
import { parseUri, splitUriHeaders } from './uri.ts';

/** Whom a REFER asks to call (RFC 3515). */
interface ReferTo {
  /** User part or telephone number; undefined where the URI has none. */
  readonly user?: string;
  /** What the new request would be; INVITE unless the URI says otherwise. */
  readonly method: string;
  /** The dialog that the new call shall take the place of (RFC 3891 §4). */
  readonly replaces?: Replaces;
}

/** What came of a Refer-To: its content, or the status that refuses it. */
export type ReferToRead = { readonly kind: 'target'; readonly target: ReferTo } | { readonly kind: 400 | 416 };

/** Reads the values of all Refer-To header fields of a REFER, of which there must be one (RFC 3515 §2.4.2). */
export function readReferTo(values: readonly string[]): ReferToRead {
  const address = values.length === 1 ? parseNameAddr(values[0] ?? '') : undefined;
  if (!address) return { kind: 400 };
  if (!/^(?:sips?|tel):/i.test(address.uri)) return { kind: 416 };
  const { bare, headers } = splitUriHeaders(address.uri);
  const uri = parseUri(bare);
  if (!uri || headers === undefined) return { kind: 400 };
  const named = headers.filter(([name]) => name.toLowerCase() === 'replaces');
  const replaces = named.length === 1 ? parseReplaces(named[0]?.[1] ?? '') : undefined;
  if (named.length > 0 && !replaces) return { kind: 400 };
  const method = (uri.parameters.get('method') ?? 'INVITE').toUpperCase();
  return {
    kind: 'target',
    target: { method, ...(uri.user === undefined ? {} : { user: uri.user }), ...(replaces ? { replaces } : {}) },
  };
}
