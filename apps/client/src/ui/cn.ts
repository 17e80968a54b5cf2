import { createTailwindMerge } from 'tailwind-merge';
import { classConflicts, classGroups } from './class-groups.ts';

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups: classConflicts,
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: [
    '*',
    '**',
    'after',
    'backdrop',
    'before',
    'details-content',
    'file',
    'first-letter',
    'first-line',
    'marker',
    'placeholder',
    'selection',
  ],
}));

/** Joins class names; of two that set the same thing the later one wins, whatever their order in the stylesheet. */
export function cn(...names: (string | false | null | undefined)[]): string {
  return merge(names);
}
