import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

/** Someone of the directory of a company. */
interface DirectoryPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[];
  /** How they prove at the directory who they are. */
  readonly amr?: readonly string[];
  readonly [claim: string]: unknown;
}

const client = { id: 'sidetone', secret: 'a-secret-of-the-company' };

interface DirectoryOptions {
  /** By their id, which the page to sign in shows. */
  readonly people: Record<string, DirectoryPerson>;
  /** Where Sidetone has browsers sent back to. */
  readonly redirect: string;
  readonly port?: number;
}

/** Where it says that a session has ended, and where it sends browsers that have signed out. */
interface Ends {
  readonly logout: string;
  readonly afterLogout: string;
}

/**
 * A directory as companies have it, on this machine: the certified provider `oidc-provider` with a page on which one chooses who one
 * is. It keeps addresses and groups out of ID tokens, as Keycloak may, so that they are asked for.
 */
export async function openDirectory({ people, redirect, port = 0 }: DirectoryOptions) {
  let isDown = false;
  let isSilent = false;
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    if (isSilent) return;
    if (isDown || provider === null) {
      response.writeHead(503).end();
      return;
    }
    void answer(provider, people, request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = await newKey();
  let ends: Ends | null = null;
  const build = () => {
    provider = providerWith({ issuer, people, redirect, key, ends });
  };
  build();
  return {
    issuer,
    client,
    people,
    /** From now on it signs with another key, and knows nothing of the one before. */
    async newKeys() {
      key = await newKey();
      build();
    },
    /** From now on it says of each session there when it ends, and has a page to sign out that asks nothing. */
    tellsEnds(where: Ends) {
      ends = where;
      build();
    },
    /** A token signed as its own ones are, with whatever claims and type. */
    async sign(claims: JWTPayload, typ: string | undefined = 'logout+jwt'): Promise<string> {
      const { alg, kid } = key;
      const header = { alg: String(alg), kid: String(kid), ...(typ === undefined ? {} : { typ }) };
      return await new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key as JWK));
    },
    /** It answers that it is out of order, or answers again. */
    setDown(value: boolean) {
      isDown = value;
    },
    /** It hears and says nothing, or answers again. */
    setSilent(value: boolean) {
      isSilent = value;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Directory = Awaited<ReturnType<typeof openDirectory>>;

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `key-${Date.now()}-${Math.random()}`, alg: 'RS256', use: 'sig' };
}

function providerWith({
  issuer,
  people,
  redirect,
  key,
  ends,
}: {
  issuer: string;
  people: DirectoryOptions['people'];
  redirect: string;
  key: JWK;
  ends: Ends | null;
}): Provider {
  return new Provider(issuer, {
    jwks: { keys: [key] } as never,
    cookies: {
      keys: ['of-the-directory'],
      names: { session: 'dir_session', interaction: 'dir_interaction', resume: 'dir_resume' },
    },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirect],
        response_types: ['code'],
        ...(ends && {
          backchannel_logout_uri: ends.logout,
          backchannel_logout_session_required: true,
          post_logout_redirect_uris: [ends.afterLogout],
        }),
      },
    ],
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      amr: null,
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'preferred_username'],
      groups: ['groups'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: ends !== null },
      rpInitiatedLogout: {
        enabled: true,
        // Who is sent there has asked for it.
        logoutSource: (ctx: { body: unknown }, form: string) => {
          const click = '<script>document.querySelector("button").click()</script>';
          ctx.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>${click}`;
        },
      },
    } as NonNullable<Configuration['features']>,
    // It keeps away from this machine, where Sidetone is.
    fetch: (url: string | URL | Request, { method, headers, body }: RequestInit = {}) =>
      fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null, redirect: 'manual' }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // Nobody is asked what Sidetone may know.
    async loadExistingGrant(ctx) {
      const { client: asking, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
    findAccount: (_ctx, id) => {
      const person = people[id];
      if (!person) return undefined;
      const { amr: _amr, ...claims } = person;
      return { accountId: id, claims: () => ({ ...claims, sub: id }) as never };
    },
  });
}

async function answer(
  provider: Provider,
  people: DirectoryOptions['people'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://directory');
  const path = /^\/interaction\/[^/]+(?:\/(.+))?$/.exec(url.pathname);
  if (path === null) {
    provider.callback()(request, response);
    return;
  }
  const chosen = path[1];
  if (chosen === undefined) {
    const { prompt } = await provider.interactionDetails(request, response);
    if (prompt.name !== 'login') throw new Error(`unexpected prompt ${prompt.name}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(url.pathname, Object.keys(people)));
    return;
  }
  const id = decodeURIComponent(chosen);
  const result =
    id === 'nobody'
      ? { error: 'access_denied' }
      : { login: { accountId: id, remember: false, amr: [...(people[id]?.amr ?? ['pwd'])] } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const page = (path: string, ids: readonly string[]): string =>
  `<!doctype html><html lang="en"><title>Directory</title><h1>Directory of the company</h1>${[...ids, 'nobody']
    .map((id) => `<form method="post" action="${path}/${encodeURIComponent(id)}"><button>${id}</button></form>`)
    .join('')}`;
