/** A task that is about to be created. `entities`: how many records of its CRM it belongs to. */
interface CheckedTask {
  readonly type: string | null;
  /** yyyy-MM-dd */
  readonly dueDay: string;
  readonly entities: number;
  readonly now: Date;
}

const dayMs = 24 * 60 * 60_000;

/**
 * What is missing of a task, by field: a type (SLOG-019), a record (SLOG-020), a day that is not over (SLOG-023). Days count
 * from yesterday on where it is latest on earth, so that nobody is refused around midnight.
 */
export function taskProblems({ type, dueDay, entities, now }: CheckedTask): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (type === null || type.trim() === '') problems.push({ path: 'type', message: 'A task needs a type.' });
  if (entities < 1) problems.push({ path: 'entities', message: 'A task needs a record of its CRM.' });
  const due = Date.parse(`${dueDay}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dueDay) || Number.isNaN(due) || dayOf(due) !== dueDay)
    problems.push({ path: 'dueDay', message: 'There is no such day.' });
  else if (dueDay < earliestDay(now)) problems.push({ path: 'dueDay', message: 'This day is over.' });
  return problems;
}

/** Yesterday at UTC−12. */
const earliestDay = (now: Date): string => dayOf(now.getTime() - 1.5 * dayMs);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
