import type { CallTask } from '@sidetone/contract/entities/call-log.ts';

/** Why a follow-up task is not created; null where it is. SLOG-019 to -021 */
type TaskGap = 'noDocument' | 'noType' | 'noRecord';

/** What a task still needs. `records`: how many records its call is logged to. */
export function taskGap(task: Pick<CallTask, 'type'> | null, records: number): TaskGap | null {
  if (task === null) return 'noDocument';
  if (task.type === null || task.type === '') return 'noType';
  return records === 0 ? 'noRecord' : null;
}

/** Whether users can still change it here: it is not on its way into a CRM. */
export const isTaskDraft = ({ state }: Pick<CallTask, 'state'>): boolean => state === 'DRAFT' || state === 'SKIPPED';

/** Whether a day is one that a task can be due at: `yyyy-MM-dd`, today at the earliest. SLOG-023, SLOG-024 */
export function isDueDay(day: string, today: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && day >= today;
}

/** A time of day as HH:mm; null for none. Browsers may add seconds. SLOG-025 */
export function dueTimeOf(text: string): string | null {
  return /^([01]\d|2[0-3]):[0-5]\d/.exec(text)?.[0] ?? null;
}

/** Whether the type of a task is one that its CRM still has; one that is not is logged. SERR-059 */
export function isTypeKnown(type: string | null, types: readonly { readonly id: string }[]): boolean {
  const isKnown = type === null || types.some(({ id }) => id === type);
  if (!isKnown) console.warn('[crm-logging] type of a task not found:', type);
  return isKnown;
}
