import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { auditActionWords } from '#i18n/en/admin-log.ts';
import type { useWords } from '#i18n/use-words.ts';

type Words = ReturnType<typeof useWords>['t'];

/** What was done, in words. */
export function auditWords(t: Words, action: AuditAction): string {
  const word = action.replace('.', '_') as keyof typeof auditActionWords;
  return t(($) => $.admin.log.actions[word]);
}

/** The fields of a detail in one line, `name: Sales, areaCode: 30 → 40`; nested ones as JSON. */
export function detailWords(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${isChange(value) ? `${shown(value.from)} → ${shown(value.to)}` : shown(value)}`)
    .join(', ');
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
