import { z } from 'zod';
import { type Entered, IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { isPassing, retold, withoutSecrets } from '../crm/vendor-errors.ts';
import { errorOf } from './errors.ts';
import { originOf, type SalesforcePlaces } from './places.ts';

/** What requests are sent with, and where to. */
export interface Session {
  readonly token: string;
  readonly origin: string;
}

export interface Sessions {
  open(signal: AbortSignal): Promise<Session>;
  /** Gives up a session that is no longer taken; false where another one cannot be had here. */
  renew(session: Session): boolean;
  /** What must never be shown. */
  readonly secrets: () => readonly string[];
  /** Where the key was sent to. */
  readonly origins: readonly string[];
}

const granted = z.object({ access_token: z.string().min(1).max(10_000), instance_url: z.string().max(1000) });
const refused = z.object({ error: z.string().max(100), error_description: z.string().max(10_000).default('') });

/**
 * Sessions of what was entered: of a sign-in, whose tokens are kept elsewhere, or of the id and the secret of an app that acts as a
 * user of the company (OAuth 2, client credentials). Throws an `IntegrationError` where neither was entered.
 */
export function sessionsOf(fetch: typeof globalThis.fetch, places: SalesforcePlaces, entered: Entered): Sessions {
  const account = originOf(places, entered.url ?? '');
  const { accessToken, key } = entered;
  let last = '';
  if (accessToken) {
    return {
      origins: [account],
      secrets: () => [last],
      async open(signal) {
        last = await accessToken(signal);
        return { token: last, origin: account };
      },
      renew: () => false,
    };
  }
  const at = key?.indexOf(':') ?? -1;
  if (key === null || at < 1) throw new IntegrationError('refresh', 'There is no key', { translationKey: 'signedOut' });
  const client = { id: key.slice(0, at), secret: key.slice(at + 1) };
  let current: Session | null = null;
  return {
    origins: [account],
    secrets: () => [client.secret, last],
    async open(signal) {
      current ??= await obtain(fetch, { places, account, client, isNew: entered.origins === null }, signal);
      last = current.token;
      return current;
    },
    renew(session) {
      if (current === session) current = null;
      return true;
    },
  };
}

interface Obtaining {
  readonly places: SalesforcePlaces;
  readonly account: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Somebody waits who has just entered it. */
  readonly isNew: boolean;
}

async function obtain(
  fetch: typeof globalThis.fetch,
  { places, account, client, isNew }: Obtaining,
  signal: AbortSignal,
): Promise<Session> {
  const response = await fetch(new URL('/services/oauth2/token', account), {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    }),
  });
  const text = await response.text();
  const told = refused.safeParse(jsonAnswer(text));
  if (!response.ok && response.status < 500 && told.success && !isPassing(told.data.error)) {
    const said = withoutSecrets(told.data.error_description, [client.secret]).slice(0, 300);
    throw new IntegrationError('refresh', `Salesforce: ${told.data.error} ${said}`.trim(), {
      translationKey: isNew ? 'wrongCredentials' : 'signedOut',
      provablyNotTaken: true,
    });
  }
  if (!response.ok) {
    // Before there is a session, nothing is written: whatever went wrong, the request behind it was not sent.
    const error = errorOf(response, text, [client.secret]);
    throw retold(error, true, error.type === 'refresh' ? 'failed' : error.type);
  }
  const read = granted.safeParse(jsonAnswer(text));
  if (!read.success) {
    throw new IntegrationError('failed', 'Salesforce answers in another form', {
      translationKey: 'failed',
      provablyNotTaken: true,
    });
  }
  return { token: read.data.access_token, origin: originOf(places, read.data.instance_url) };
}
