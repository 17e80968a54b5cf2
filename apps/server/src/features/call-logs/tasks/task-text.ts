import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { callFooter, oneLine, type ToldCall } from '../text/call-footer.ts';
import { paragraphs, withFooter } from '../text/record-text.ts';
import { recordWords } from '../text/record-words.ts';

interface TaskSource extends ToldCall {
  /** May be empty: then it tells whom the call was with. SLOG-026 */
  readonly title: string;
  /** Plain words. */
  readonly content: string;
  /** By which the task is found again. */
  readonly key: string;
}

/** What a CRM is told of a task: what the user wrote, and the footer with the call that it is of. SLOG-022 */
export function taskText(task: TaskSource): { readonly title: string; readonly html: string; readonly text: string } {
  const title = oneLine(task.title, mostOfTitle);
  const remote = task.remoteNumber === null ? null : formatNumber(task.remoteNumber);
  return {
    title: title === '' ? recordWords[task.locale].followUp(remote) : title,
    ...withFooter(paragraphs(task.content), callFooter(task, task.key)),
  };
}

const mostOfTitle = 250;
