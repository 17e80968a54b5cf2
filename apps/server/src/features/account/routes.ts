import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Database } from '../../storage/database.ts';
import { changeAccountFlags, switchOwnAiFeature } from './ai-features.ts';
import { changeCallSettings } from './call-settings.ts';
import type { HoldMusic } from './hold-music.ts';
import { changeLabFlags } from './lab-flags.ts';
import { updateUser } from './update-user.ts';

export const accountRoutes = ({ db, music }: { db: Database; music: HoldMusic }): Answer[] => [
  answer(routes.updateUser, ({ caller, body }) => updateUser(db, caller.userId, body)),

  answer(routes.updateLabFlags, ({ caller, body }) => changeLabFlags(db, caller, body)),

  answer(routes.switchAiFeature, ({ caller, params, body }) => switchOwnAiFeature(db, caller, params.flag, body)),

  answer(routes.changeAccountFlags, (asked) =>
    changeAccountFlags(db, whoOf(asked), asked.params.accountId, asked.body),
  ),

  answer(routes.updateCallSettings, (asked) =>
    changeCallSettings(db, whoOf(asked), asked.body, async () => (await music.fileOf(asked.caller.accountId)) !== null),
  ),

  answer(routes.uploadHoldMusic, async (asked) => {
    await music.keep(asked.caller.accountId, asked.body);
    return await changeCallSettings(
      ...([db, whoOf(asked), { holdMusic: 'own' }, async () => true, 'holdMusic.changed'] as const),
    );
  }),

  answer(routes.removeHoldMusic, async (asked) => {
    const settings = await changeCallSettings(
      ...([db, whoOf(asked), { holdMusic: 'default' }, async () => true, 'holdMusic.removed'] as const),
    );
    await music.remove(asked.caller.accountId);
    return settings;
  }),
];

const whoOf = ({ caller: { accountId, userId }, address }: { caller: Caller; address: string }) => ({
  accountId,
  userId,
  address,
});
