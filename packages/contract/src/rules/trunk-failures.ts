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
  const names = Object.keys(trunkFailureTexts) as (keyof typeof trunkFailureTexts)[];
  const name = names.find((one) => failure.startsWith(trunkFailureTexts[one]));
  return name === undefined ? 'other' : kinds[name];
}
