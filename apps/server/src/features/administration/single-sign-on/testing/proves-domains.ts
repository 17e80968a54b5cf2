import { routes } from '@sidetone/contract/http/routes.ts';
import type { NameServer } from '../../../../network/testing/name-server.ts';
import type { TwoCompanies } from '../../testing/two-companies.ts';

type Who = { readonly token: string };

/** Has the records of all domains of a company at its name server, and has them looked for. */
export async function provesDomains(world: TwoCompanies, { records }: NameServer, who: Who): Promise<void> {
  const { body } = await world.ask(routes.singleSignOn, {}, who);
  for (const { domain, state, record } of body.settings?.proofs ?? []) {
    records.set(record.name, [record.value]);
    if (state !== 'proved') await world.ask(routes.proveDomain, { params: { domain } }, who);
  }
  await world.api.db.deleteFrom('sign_in_attempts').execute();
}
