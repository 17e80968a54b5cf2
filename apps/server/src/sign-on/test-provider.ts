import type { SignOnTest, SignOnTestProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import type { ReachError } from '../reach/reach-error.ts';
import { NoCode, NoKeys, OtherIssuer, type ProviderClient } from './provider.ts';
import { asProviderError } from './provider-error.ts';
import type { SignOnProviders } from './providers.ts';

/** Asks a provider for everything that a sign-in needs, and says what is wrong. */
export async function testProvider(
  providers: Pick<SignOnProviders, 'fresh'>,
  client: ProviderClient,
  redirect: string,
): Promise<SignOnTest> {
  try {
    const provider = await providers.fresh(client);
    await provider.tryClient(redirect);
    return { problem: null, detail: null };
  } catch (error) {
    return foundWrong(error);
  }
}

function foundWrong(error: unknown): SignOnTest {
  const found = asProviderError(error);
  if (found instanceof OtherIssuer) return { problem: 'otherIssuer', detail: found.issuer.slice(0, 500) };
  if (found.reach !== null) return { problem: reachProblemOf(found.reach), detail: found.reach.host || null };
  if (found instanceof NoCode) return { problem: 'noCode', detail: null };
  if (found instanceof NoKeys) return { problem: 'noKeys', detail: statusText(found.status) };
  if (found.kind === 'client') return { problem: 'clientRefused', detail: null };
  if (found.kind === 'down') return { problem: 'timedOut', detail: statusText(found.status) };
  if (found.status === 404) return { problem: 'notFound', detail: statusText(404) };
  return { problem: 'notProvider', detail: statusText(found.status) };
}

const statusText = (status: number | null): string | null => (status === null ? null : String(status));

function reachProblemOf({ code, detail }: ReachError): SignOnTestProblem {
  if (code === 'unreachable') return detail === 'ENOTFOUND' || detail === 'EAI_AGAIN' ? 'hostNotFound' : 'unreachable';
  if (code === 'privateHost' || code === 'insecure' || code === 'timedOut' || code === 'certificate') return code;
  return 'notProvider';
}
