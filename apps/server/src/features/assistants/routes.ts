import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { Download } from '../../requests/download.ts';
import type { Database } from '../../storage/database.ts';
import type { TranscriptFiles } from '../../storage/transcript-files.ts';
import { changeResult, giveFeedback, removeResult, transcriptPath } from './change-result.ts';

/** What users of a call assistant do with its results; nobody else finds any of them. */
export const assistantRoutes = (parts: { readonly db: Database; readonly files: TranscriptFiles }): Answer[] => [
  answer(routes.changeAssistantResult, ({ caller, params, body }) => changeResult(parts.db, caller, params, body)),
  answer(routes.deleteAssistantResult, async ({ caller, params, address }) => {
    await removeResult(parts, caller, params, address);
    return {};
  }),
  answer(routes.sendAssistantFeedback, async ({ caller, params, body }) => {
    await giveFeedback(parts.db, caller, params, body);
    return {};
  }),
  answer(routes.assistantTranscript, async ({ caller, params }) => {
    return new Download(await transcriptPath(parts, caller, params), 'text/plain; charset=utf-8');
  }),
];
