import { signInAt } from '../../../../sign-on/testing/sign-in-at.ts';
import { type Browser, beginSignIn, browser, takeTokens } from '../../../../testing/test-api.ts';

const post = async (at: Browser, path: string, body: object) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await at.request(path, init);
  return { status: response.status, body: (await response.json()) as Record<string, never> };
};

interface Way {
  readonly at: Browser;
  readonly uid: string;
  readonly verifier: string;
  readonly leadsTo: string | null;
  readonly problem: string | null;
}

/** Signing in over the directory of a company, as browsers do it. */
export function companySigningIn({ origin, issuer }: { origin: string; issuer: string }) {
  /** Begins a sign-in and leaves for the provider. */
  async function leaves(who: object): Promise<Way> {
    const at = browser(origin);
    const { uid = '', verifier } = await beginSignIn(at, origin);
    const { body } = await post(at, `/api/sign-in/${uid}/single-sign-on`, { who });
    const { leadsTo, problem } = body as unknown as { leadsTo: string | null; problem: string | null };
    return { at, uid, verifier, leadsTo, problem };
  }
  const atDirectory = (leadsTo: string | null, id: string, at?: Browser) =>
    signInAt(issuer, { leadsTo, origin, id }, at);
  const returns = ({ at, uid }: Way, search: string) =>
    post(at, `/api/sign-in/${uid}/single-sign-on/return`, { search }).then(
      ({ body }) => body as Record<string, unknown>,
    );
  /** Signs in by single sign-on; gives what came of it. */
  async function signsIn(id: string, who: object, atIssuer?: Browser) {
    const way = await leaves(who);
    if (way.leadsTo === null) return { way, outcome: { redirectTo: null, step: null, problem: way.problem } };
    return { way, outcome: await returns(way, await atDirectory(way.leadsTo, id, atIssuer)) };
  }
  /** Goes on with tokens of our own. */
  async function tokensOf({ at, verifier }: Way, redirectTo: unknown) {
    const resumed = await at.request(String(redirectTo));
    const redirect = new URL(resumed.headers.get('location') ?? '', origin);
    return await takeTokens(at, origin, redirect, verifier);
  }
  return { post, leaves, atDirectory, returns, signsIn, tokensOf };
}
