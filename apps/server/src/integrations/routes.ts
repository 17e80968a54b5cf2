import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../requests/answer.ts';
import type { Caller } from '../requests/callers.ts';
import { type ConnectDeps, connecting } from './connect.ts';
import { offeredTo } from './offered-to.ts';

export function integrationRoutes(deps: ConnectDeps): Answer[] {
  const { connect, reconnect, disconnect, hurry } = connecting(deps);
  return [
    answer(routes.supportedIntegrations, async ({ caller }) =>
      deps.registry.supported(await offeredTo(deps.db, caller.accountId)),
    ),
    answer(routes.connectIntegration, (asked) => connect(byOf(asked), asked.body)),
    answer(routes.reconnectIntegration, (asked) => reconnect(byOf(asked), asked.params.integrationId, asked.body)),
    answer(routes.disconnectIntegration, async (asked) => {
      await disconnect(byOf(asked), asked.params.integrationId);
      return {};
    }),
    answer(routes.startContactStream, async ({ caller }) => {
      await hurry(caller.accountId);
      return {};
    }),
  ];
}

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }) => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
