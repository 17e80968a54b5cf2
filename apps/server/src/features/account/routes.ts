import { access } from 'node:fs/promises';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../identity/answer.ts';
import type { Database } from '../../storage/database.ts';
import { changeCallSettings } from './call-settings.ts';
import type { HoldMusic } from './hold-music.ts';
import { updateUser } from './update-user.ts';

export const accountRoutes = ({ db, music }: { db: Database; music: HoldMusic }): Answer[] => [
  answer(routes.updateUser, ({ caller, body }) => updateUser(db, caller.userId, body)),

  answer(routes.updateCallSettings, ({ caller: { accountId }, body }) =>
    changeCallSettings(db, accountId, body, () =>
      access(music.pathOf(accountId)).then(
        () => true,
        () => false,
      ),
    ),
  ),

  answer(
    routes.uploadHoldMusic,
    async ({ caller: { accountId }, body }) => {
      await music.keep(accountId, body);
      return await changeCallSettings(db, accountId, { holdMusic: 'own' }, async () => true);
    },
    { wav: true },
  ),

  answer(routes.removeHoldMusic, async ({ caller: { accountId } }) => {
    const settings = await changeCallSettings(db, accountId, { holdMusic: 'default' }, async () => true);
    await music.remove(accountId);
    return settings;
  }),
];
