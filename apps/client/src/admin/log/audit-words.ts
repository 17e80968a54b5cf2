import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import { languageOptions } from '#i18n/language-options.ts';
import type { useWords } from '#i18n/use-words.ts';
import type { auditActionWords } from '#i18n/word-tables.ts';

type Words = ReturnType<typeof useWords>['t'];

/** The action, in words. */
export function auditWords(t: Words, action: AuditAction): string {
  const word = action.replace('.', '_') as keyof typeof auditActionWords;
  return t(($) => $.admin.log.actions[word]);
}

/** The names of a detail's fields and values; null for those that are shown unchanged. */
export interface DetailLanguage {
  readonly field: (name: string) => string | null;
  readonly value: (name: string, value: unknown) => string | null;
}

/** The fields of a detail in one line, `Name: Sales, Area code: 30 → 40`; nested ones as JSON. */
export function detailWords(detail: Record<string, unknown>, { field, value: word }: DetailLanguage): string {
  const shown = (name: string, value: unknown) => word(name, value) ?? plain(value);
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const what = isChange(value) ? `${shown(name, value.from)} → ${shown(name, value.to)}` : shown(name, value);
      return `${field(name) ?? name}: ${what}`;
    })
    .join(', ');
}

/** Words for details, with the names of the users, channels and other things whose ids they contain. */
export function detailLanguage(t: Words, names: ReadonlyMap<string, string>): DetailLanguage {
  const fields: Readonly<Record<string, string>> = t(($) => $.admin.log.fields, { returnObjects: true });
  const kinds: Readonly<Record<string, string>> = t(($) => $.admin.log.refusals, { returnObjects: true });
  const asked: Readonly<Record<string, string>> = t(($) => $.admin.log.asked, { returnObjects: true });
  const trunkKinds: Readonly<Record<string, { name: string }>> = t(($) => $.admin.trunks.kinds, {
    returnObjects: true,
  });
  const roleNames: Readonly<Record<string, string>> = t(($) => $.admin.roles.names, { returnObjects: true });
  return {
    field: (name) => fields[name] ?? null,
    value(name, value) {
      if (typeof value === 'boolean') return t(($) => (value ? $.admin.yes : $.admin.no));
      if (name === 'roles' && Array.isArray(value)) {
        return value.length === 0 ? '–' : value.map((role: string) => roleNames[role] ?? role).join(', ');
      }
      if (typeof value !== 'string') return null;
      if (name === 'kind') return kinds[value] ?? asked[value] ?? trunkKinds[value]?.name ?? null;
      if (name === 'locale') return languageOptions.find((one) => one.value === value)?.label ?? null;
      return names.get(value) ?? null;
    },
  };
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
