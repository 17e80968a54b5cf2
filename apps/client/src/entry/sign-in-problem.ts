/** The message for a sign-in that did not work; `host` is the server that refused it. */
export type SignInProblem =
  | { readonly kind: 'otherAccount' | 'emailInUse' | 'timeout' | 'noConnection' | 'generic' }
  | { readonly kind: 'refused'; readonly host: string };

/** Errors of a sign-in by their codes (specification 8); any other has general words. */
const kinds: Readonly<Record<string, SignInProblem['kind']>> = {
  'account-exists-with-different-credential': 'otherAccount',
  'email-already-in-use': 'emailInUse',
  timeout: 'timeout',
  'no-connection': 'noConnection',
  'connection-refused': 'refused',
  'credential-already-in-use': 'generic',
  'operation-not-allowed': 'generic',
  'user-service/bad-request': 'generic',
  'user-service/internal-error': 'generic',
};

/** Errors that have no code of their own, by their wording. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/another sign-in began/, 'superseded'],
  [/nobody signed in|timed? ?out/i, 'timeout'],
  [/ERR_INTERNET_DISCONNECTED|ENOTFOUND|EAI_AGAIN/, 'no-connection'],
  [/ERR_CONNECTION_REFUSED|ECONNREFUSED/, 'connection-refused'],
];

interface Around {
  readonly isOnline: boolean;
  /** The server's own name, where it signs users in. */
  readonly host: string;
}

/** The message for an error that a sign-in threw; null where the user only began it again. */
export function signInProblem(error: unknown, { isOnline, host }: Around): SignInProblem | null {
  const code = signInCode(error, isOnline);
  if (code === 'superseded') return null;
  const kind = kinds[code] ?? 'generic';
  return kind === 'refused' ? { kind, host } : { kind };
}

/**
 * The code of an error: the identity provider's, the desktop program's or the network's, such as
 * `email-already-in-use`; `unknown` where it has none. Nothing else of it is read, so that no secret reaches the log.
 */
export function signInCode(error: unknown, isOnline: boolean): string {
  if (!(error instanceof Error)) return 'unknown';
  const told = Reflect.get(error, 'error') ?? Reflect.get(error, 'code');
  if (typeof told === 'string' && /^[\w/-]{1,60}$/.test(told)) {
    const code = told
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^auth\//, '');
    return code === 'network' ? unreachable(isOnline) : code;
  }
  const worded = wordings.find(([wording]) => wording.test(`${error.name} ${error.message}`));
  if (worded) return worded[1];
  // A browser says no more of a server that it cannot reach.
  return error instanceof TypeError ? unreachable(isOnline) : 'unknown';
}

const unreachable = (isOnline: boolean) => (isOnline ? 'connection-refused' : 'no-connection');
