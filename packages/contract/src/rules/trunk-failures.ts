/**
 * What the server writes down when a trunk fails, or a phone that it registers elsewhere. A text may go on with what was said by a name service, a network or the
 * other side, such as `The registrar was not found: getaddrinfo ENOTFOUND sip.example`.
 */
export const trunkFailureTexts = {
  registrarNotFound: 'The registrar was not found',
  otherSideNotFound: 'It was not found',
  registrarSilent: 'The registrar does not answer',
  otherSideSilent: 'It does not answer',
  registrarGone: 'The registrar is not there',
  otherSideGone: 'It is not there',
  wrongPassword: 'User name or password is wrong',
  unknownUser: 'The registrar does not know',
  unknownServer: 'It does not know us',
  registrarRefused: 'The registrar said',
  otherSideRefused: 'It said',
  connectionLost: 'The connection to the registrar was lost',
  unreadableProxy: 'The address of the outbound proxy cannot be read',
} as const;

/** Kinds of failures that people can do something about, each in its own way; `other` is any that has no text here. */
export type TrunkFailure =
  | 'notFound'
  | 'noAnswer'
  | 'wrongPassword'
  | 'unknownUser'
  | 'unknownServer'
  | 'refused'
  | 'connectionLost'
  | 'unreadableProxy'
  /** Whom the other side says it is cannot be proved; only of connections by TLS. */
  | 'certificate'
  | 'other';

const kinds: Record<keyof typeof trunkFailureTexts, TrunkFailure> = {
  registrarNotFound: 'notFound',
  otherSideNotFound: 'notFound',
  registrarSilent: 'noAnswer',
  otherSideSilent: 'noAnswer',
  registrarGone: 'noAnswer',
  otherSideGone: 'noAnswer',
  wrongPassword: 'wrongPassword',
  unknownUser: 'unknownUser',
  unknownServer: 'unknownServer',
  registrarRefused: 'refused',
  otherSideRefused: 'refused',
  connectionLost: 'connectionLost',
  unreadableProxy: 'unreadableProxy',
};

/** The kind of a failure as `Trunk.failure` has it, also of one that an earlier version wrote down. */
export function trunkFailure(failure: string): TrunkFailure {
  const name = nameOf(failure);
  if (name !== undefined && !(kinds[name] === 'noAnswer' && certificate.test(failure))) return kinds[name];
  return certificate.test(failure) ? 'certificate' : 'other';
}

/**
 * What the other side said in its own words, such as `503 Busy` or `403 Forbidden`; null where it said nothing, and what
 * followed was the error of a program on this side.
 */
export function saidByOtherSide(failure: string): string | null {
  const name = nameOf(failure);
  if (name === undefined) return null;
  // The status of a SIP reply, and no part of an address.
  const said = /(?:^|[\s(])([1-6]\d\d(?![.:\d])[^)]*)/.exec(failure.slice(trunkFailureTexts[name].length));
  return said?.[1]?.trim() ?? null;
}

/** As Node and OpenSSL name what is wrong with a certificate. */
const certificate = /certificate|self.signed|altnames|CERT_/i;

const nameOf = (failure: string) =>
  (Object.keys(trunkFailureTexts) as (keyof typeof trunkFailureTexts)[]).find((one) =>
    failure.startsWith(trunkFailureTexts[one]),
  );
