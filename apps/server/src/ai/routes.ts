import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../requests/answer.ts';
import { askForAnswers } from './ask-answers.ts';
import { type ControlParts, cancelDocumentation, resumeDocumentation, skipDocumentation } from './control.ts';
import type { DocumentingParts } from './deps.ts';
import { askForRenewal } from './renewing.ts';

/** How users stop the documentation of a call, take it up again, have parts made once more, and their questions answered. */
export function transcriptionAnswers(
  parts: ControlParts & Pick<DocumentingParts, 'services'> & { readonly log: Logger },
): Answer[] {
  const { log } = parts;
  const said = (sessionId: string, userId: string, message: string) => log.info({ sessionId, userId }, message);
  return [
    answer(routes.skipTranscription, async ({ caller, params, query }) => {
      await skipDocumentation(parts, { caller, ...params, ...query });
      said(params.sessionId, caller.userId, 'ai: documentation skipped');
      return {};
    }),
    answer(routes.cancelTranscription, async ({ caller, params, query }) => {
      await cancelDocumentation(parts, { caller, ...params, ...query });
      said(params.sessionId, caller.userId, 'ai: documentation cancelled');
      return {};
    }),
    answer(routes.resumeTranscription, async ({ caller, params, query }) => {
      await resumeDocumentation(parts, { caller, ...params, ...query });
      said(params.sessionId, caller.userId, 'ai: documentation resumed');
      return {};
    }),
    answer(routes.answerQuestions, async ({ caller, body }) => {
      const call = await askForAnswers(parts, caller, body);
      log.info({ ...call, userId: caller.userId }, 'ai: answers asked for');
      return {};
    }),
    answer(routes.renewParts, async ({ caller, params, body }) => {
      await askForRenewal(parts, { caller, ...params, ...body });
      log.info({ ...params, ...body, userId: caller.userId }, 'ai: parts asked for once more');
      return {};
    }),
  ];
}
