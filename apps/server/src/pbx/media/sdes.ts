/** Crypto suites of RFC 4568 §6.2 that we speak, the better one first. */
export const srtpSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
export type SrtpSuite = (typeof srtpSuites)[number];

/**
 * Whether audio in plain RTP is encrypted (SRTP by RFC 3711, keys in the descriptions by RFC 4568): never, where the far
 * side can (RFC 8643), or always. Descriptions with keys may travel over TLS only.
 */
export type SrtpPolicy = 'off' | 'offer' | 'require';

/** Which crypto line is meant, without its key. */
export interface CryptoChoice {
  readonly tag: number;
  readonly suite: SrtpSuite;
}

/** A crypto line (RFC 4568 §4) as far as it is of use: one key, and nothing that changes how packets look. */
export interface CryptoAttribute extends CryptoChoice {
  /** 16 bytes of master key and 14 of salt, in base64. */
  readonly key: string;
  /** Length of the master key identifier before each tag; 0 for none. */
  readonly mkiBytes: number;
}

/** Master keys of ours, in base64; a line is written with that of its suite. */
export type SrtpKeys = Readonly<Record<SrtpSuite, string>>;

/** Our first offer has both suites. */
const offered: readonly CryptoChoice[] = srtpSuites.map((suite, index) => ({ tag: index + 1, suite }));

/**
 * Reads the value of `a=crypto:`. Undefined for suites and parameters that we don't speak and for what is malformed:
 * RFC 4568 §5.1.2 wants such a line passed over.
 */
export function readCrypto(value: string): CryptoAttribute | undefined {
  const [tag = '', suite = '', keys = '', ...parameters] = value.trim().split(/\s+/);
  const known = srtpSuites.find((each) => each === suite.toUpperCase());
  const inline = /^inline:([A-Za-z0-9+/]{40})(?:\|(?:2\^)?\d{1,15})?(?:\|\d{1,39}:(\d{1,3}))?$/i.exec(keys);
  if (!/^\d{1,9}$/.test(tag) || known === undefined || inline === null) return undefined;
  // A hint of how far to look back changes nothing; all others change the packets (RFC 4568 §6.3).
  if (parameters.some((each) => !/^WSH=\d{1,5}$/i.test(each))) return undefined;
  const mkiBytes = Number(inline[2] ?? 0);
  if (mkiBytes > 128 || (inline[2] !== undefined && mkiBytes === 0)) return undefined;
  return { tag: Number(tag), suite: known, key: inline[1] ?? '', mkiBytes };
}

/** The value of `a=crypto:` for a line of ours. */
export function writeCrypto({ tag, suite }: CryptoChoice, keys: SrtpKeys): string {
  return `${tag} ${suite} inline:${keys[suite]}`;
}

/** What a session has to do with encryption so far. */
export interface SrtpState {
  readonly srtp: SrtpPolicy;
  /** The line that both sides agreed on; from then on nothing goes in the clear. */
  readonly crypto?: CryptoChoice;
  /** Whether the far side has said anything. */
  readonly far?: unknown;
}

/** The lines of our next offer. Who answered without encryption is not asked again. */
export function cryptoToOffer({ srtp, crypto, far }: SrtpState): readonly CryptoChoice[] {
  if (crypto !== undefined) return [crypto];
  return srtp === 'require' || (srtp === 'offer' && far === undefined) ? offered : [];
}

/** The line of an offer that we take: the suite in use while there is one, else the far side's first. */
export function chooseCrypto(state: SrtpState, lines: readonly CryptoAttribute[]): CryptoAttribute | undefined {
  return lines.find(({ suite }) => suite === state.crypto?.suite) ?? lines[0];
}

/** The line of an answer to our offer, which must be one of those we offered (RFC 4568 §5.1.3). */
export function answeredCrypto(
  asked: readonly CryptoChoice[],
  lines: readonly CryptoAttribute[],
): CryptoAttribute | undefined {
  return lines.find((line) => asked.some(({ tag, suite }) => tag === line.tag && suite === line.suite));
}

/** How strict a session is by now: a call that is encrypted stays so. */
export function policyNow({ srtp, crypto }: SrtpState): SrtpPolicy {
  return crypto === undefined ? srtp : 'require';
}
