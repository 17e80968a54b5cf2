import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { OpenProviders } from '../ports.ts';
import { addConnection, type ConnectionsDeps, changeConnection, removeConnection } from './connections.ts';
import { readConnections } from './documents.ts';
import type { AskedBy } from './note.ts';
import { changeSettings } from './settings.ts';
import { testConnection } from './test-connection.ts';
import { readUse } from './use.ts';

/** What administrators set up; each of their own account. */
export function aiSetupRoutes(deps: ConnectionsDeps & { readonly providers: OpenProviders }): Answer[] {
  const { db } = deps;
  return [
    answer(routes.aiConnections, async ({ caller }) => ({ connections: await readConnections(db, caller.accountId) })),
    answer(routes.addAiConnection, async (asked) => ({ id: await addConnection(deps, byOf(asked), asked.body) })),
    answer(routes.changeAiConnection, async (asked) => {
      await changeConnection(deps, byOf(asked), asked.params.connectionId, asked.body);
      return {};
    }),
    answer(routes.removeAiConnection, async (asked) => {
      await removeConnection(deps, byOf(asked), asked.params.connectionId);
      return {};
    }),
    answer(routes.testAiConnection, (asked) => testConnection(deps, byOf(asked), asked.params.connectionId)),
    answer(routes.aiUse, async ({ caller }) => ({ rows: await readUse(db, caller.accountId) })),
    answer(routes.changeAiSettings, (asked) => changeSettings(db, byOf(asked), asked.body)),
  ];
}

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): AskedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
