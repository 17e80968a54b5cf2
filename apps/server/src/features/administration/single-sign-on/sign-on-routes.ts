import { routes } from '@sidetone/contract/http/routes.ts';
import type { Throttle } from '../../../identity/throttle.ts';
import type { TxtRecords } from '../../../network/txt-records.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { SignOnProviders } from '../../../sign-on/providers.ts';
import { testProvider } from '../../../sign-on/test-provider.ts';
import { administer, administrator } from '../administer.ts';
import type { CompanySignOn } from './company-sign-on.ts';
import { proveDomain } from './domains/prove.ts';
import { type EndByProviderDeps, endByProvider } from './end-by-provider.ts';
import { readSignOn, removeSignOn, rowOf, type SignOnSettingsDeps, saveSignOn, unlinkSignOn } from './settings.ts';

export interface SignOnRoutesDeps extends SignOnSettingsDeps, Pick<EndByProviderDeps, 'log'> {
  readonly records: TxtRecords;
  readonly throttle: Throttle;
  readonly providers: SignOnProviders;
  readonly door: CompanySignOn;
}

/** What administrators set up and try. */
export function signOnRoutes(deps: SignOnRoutesDeps): Answer[] {
  const { db, door } = deps;
  return [
    answer(routes.singleSignOn, async ({ caller: { accountId } }) => ({
      settings: await readSignOn(db, accountId),
      addresses: door.addressesOf(accountId),
    })),
    answer(routes.saveSingleSignOn, async (asked) => ({
      settings: await saveSignOn(deps, administrator(asked), asked.body),
    })),
    answer(routes.removeSingleSignOn, async (asked) => {
      await removeSignOn(db, administrator(asked));
      return {};
    }),
    answer(routes.unlinkSignOn, async (asked) => {
      await unlinkSignOn(db, administrator(asked), asked.params.userId);
      return {};
    }),
    answer(routes.proveDomain, async (asked) => {
      const by = administrator(asked);
      // Only a proof takes it back: nobody makes this server ask name services without end.
      const counted = await deps.throttle.attempt(`domain proof ${by.accountId} ${asked.params.domain}`, asked.address);
      const proof = await proveDomain(deps, by, asked.params.domain);
      if (proof.problem === null) await counted.succeeded();
      return { proof };
    }),
    answer(routes.endByProvider, async ({ params: { company }, body, address }) => {
      const { log } = deps;
      await endByProvider({ db, log, providerOf: door.providerOf }, { company, token: body.logout_token, address });
      return {};
    }),
    answer(routes.testSingleSignOn, (asked) => test(deps, administrator(asked))),
  ];
}

async function test({ db, throttle, providers, door }: SignOnRoutesDeps, by: ReturnType<typeof administrator>) {
  const row = await rowOf(db, by.accountId);
  if (!row) throw notFound('single sign-on');
  // Never taken back: nobody makes this server ask another one without end.
  await throttle.attempt(`single sign-on test ${by.accountId}`, by.address ?? '');
  const client = door.clientOf(row);
  const tested =
    client === null
      ? { problem: 'secretLost' as const, detail: null }
      : await testProvider(providers, client, door.addressesOf(by.accountId)?.redirect ?? '/company-sign-in');
  providers.forget(by.accountId);
  await administer(db, by, (_trx, note) => note('singleSignOn.tested', by.accountId, { problem: tested.problem }));
  return tested;
}
