import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { addMenu, changeMenu, removeMenu } from './menus.ts';

/** Voice menus: what callers hear, and where each key leads. */
export const voiceMenuRoutes = ({ db }: { readonly db: Database }): Answer[] => [
  answer(routes.createVoiceMenu, async (asked) => ({ id: await addMenu(db, administrator(asked), asked.body) })),
  answer(routes.changeVoiceMenu, async (asked) => {
    await changeMenu(db, administrator(asked), asked.params.menuId, asked.body);
    return {};
  }),
  answer(routes.deleteVoiceMenu, async (asked) => {
    await removeMenu(db, administrator(asked), asked.params.menuId);
    return {};
  }),
];
