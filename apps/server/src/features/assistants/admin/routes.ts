import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { TranscriptFiles } from '../../../storage/transcript-files.ts';
import {
  changeAssistant,
  createAssistant,
  createToken,
  removeAssistant,
  removeToken,
  removeUser,
  setUser,
} from './assistants.ts';
import { type TrialParts, tryVoice } from './voice.ts';

interface AdminParts extends TrialParts {
  readonly files: TranscriptFiles;
}

/** Call assistants as administrators set them up; each account has its own. */
export const adminAssistantRoutes = (parts: AdminParts): Answer[] => {
  const { db } = parts;
  return [
    answer(routes.createAssistant, async ({ caller, body, address }) => ({
      id: await createAssistant(parts, body, { caller, address }),
    })),
    answer(routes.changeAssistant, async ({ caller, params, body, address }) => {
      await changeAssistant(parts, params.assistantId, body, { caller, address });
      return {};
    }),
    answer(routes.deleteAssistant, async ({ caller, params, address }) => {
      await removeAssistant(parts, params.assistantId, { caller, address });
      return {};
    }),
    answer(routes.tryVoiceBot, async ({ caller, body }) => ({ problem: await tryVoice(parts, caller, body) })),
    answer(routes.setAssistantUser, async ({ caller, params, body, address }) => {
      await setUser(db, params, body.canSeeTranscripts, { caller, address });
      return {};
    }),
    answer(routes.removeAssistantUser, async ({ caller, params, address }) => {
      await removeUser(db, params, { caller, address });
      return {};
    }),
    answer(routes.createAssistantToken, ({ caller, params, body, address }) =>
      createToken(db, params.assistantId, body.name, { caller, address }),
    ),
    answer(routes.revokeAssistantToken, async ({ caller, params, address }) => {
      await removeToken(db, params.assistantId, params.tokenId, { caller, address });
      return {};
    }),
  ];
};
