import type { SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import { outcomeTextSaveMs, taskTitleSaveMs } from '@sidetone/contract/rules/crm/log-limits.ts';
import { codeOf } from '#live/line/api-error.ts';
import { lazySave } from '#platform/lazy-save.ts';

/** The texts of the panel that are saved once their writer pauses: an outcome in own words, and the title of a task. SLOG-027, SLOG-028 */
export function textSaves(
  setOutcome: (outcome: SelectedOutcome | null) => Promise<unknown>,
  setTitle: (title: string) => Promise<unknown>,
) {
  const failed = (cause: unknown) => console.error('[crm-logging] text not saved:', codeOf(cause));
  const outcome = lazySave(outcomeTextSaveMs, setOutcome, failed);
  const title = lazySave(taskTitleSaveMs, setTitle, failed);
  return { outcome, title, flush: () => Promise.all([outcome.flush(), title.flush()]) };
}
