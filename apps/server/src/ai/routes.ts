import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../requests/answer.ts';
import { askForAnswers } from './ask-answers.ts';
import { type ControlParts, cancelDocumentation, resumeDocumentation, skipDocumentation } from './control.ts';

/** How users stop the documentation of a call and take it up again, and have their questions answered. */
export function transcriptionAnswers(parts: ControlParts & { readonly log: Logger }): Answer[] {
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
  ];
}
