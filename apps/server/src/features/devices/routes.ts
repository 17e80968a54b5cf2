import { routes } from '@sidetone/contract/http/routes.ts';
import { callerStands } from '../../identity/find-caller.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { appExtensionsOf, createAppExtension } from './app-extensions.ts';
import { type IceSettings, iceServersFor } from './ice-servers.ts';
import { forgetDevice, registerDevice } from './registered-devices.ts';

/** App extensions are their owner's alone: with the password someone could take the owner's calls. */
export const deviceRoutes = (deps: { db: Database; box: SecretBox; ice: IceSettings }): Answer[] => {
  const stands = callerStands(deps.db);
  /** A sign-in that ended while it asked learns nothing any more. */
  async function told<T>(caller: Caller, secrets: Promise<T>): Promise<T> {
    const read = await secrets;
    if (await stands(caller)) return read;
    throw new Refusal('UNAUTHENTICATED', 'The access token is not known.');
  }
  return [
    answer(routes.appExtensions, async ({ caller, params, origin }) => {
      if (params.webUserId !== caller.userId) throw notFound('user');
      return await told(caller, appExtensionsOf(deps, caller, { origin }));
    }),
    answer(routes.createAppExtension, async ({ caller, body, origin }) => {
      if (body.owner !== caller.userId) throw notFound('user');
      return await told(caller, createAppExtension(deps, { ...caller, alias: body.alias }, { origin }));
    }),
    answer(routes.iceServers, ({ caller }) => ({ iceServers: iceServersFor(deps.ice, caller.userId, new Date()) })),
    answer(routes.registerDevice, ({ caller, params, body }) => registerDevice(deps.db, caller, params.deviceId, body)),
    answer(routes.forgetDevice, async ({ caller, params }) => {
      await forgetDevice(deps.db, caller.userId, params.deviceId);
      return {};
    }),
  ];
};
